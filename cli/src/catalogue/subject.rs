//! What a name may mean: a rule, a family of rules, a fact, a group of facts, a feature, a member.

use super::probe::{Dependents, Probe};
use crate::members::{self, Place};
use crate::names;
use paylint::facts::Fact;
use paylint::{Feature, KnownMember, Level, Operation, Rule};
use std::collections::BTreeSet;

/// A rule, and its level under the policy.
pub(super) type Levelled<'p> = (Rule<'p>, Level);

/// What is to be explained.
pub(super) enum Subject<'p> {
    Rule(Box<Levelled<'p>>),
    /// The rules of a family.
    Family(String, Vec<Levelled<'p>>),
    /// A fact, and the rules that need it.
    Fact(Fact, Vec<Levelled<'p>>),
    /// The facts of a group, such as `merchant`.
    Facts(String, Vec<Fact>),
    Feature(Feature),
    Member(Member),
}

/// A member, and what depends on it.
pub(super) struct Member {
    /// Its path, `*` for elements.
    pub(super) path: String,
    /// The operations that know it, and its type there.
    pub(super) operations: Vec<(Operation, &'static str)>,
    pub(super) dependents: Dependents,
    /// As the catalogue of members has it, in the first of the operations.
    pub(super) known: Option<KnownMember>,
}

/// Everything of a name: `avs` is a family and a feature.
pub(super) fn of<'p>(name: &str, rules: &[Levelled<'p>]) -> Result<Vec<Subject<'p>>, String> {
    if name.starts_with('/') {
        return member(name).map(|member| vec![Subject::Member(member)]);
    }
    let mut subjects = Vec::new();
    let name = name.trim_end_matches(".*");
    let of = |has: &dyn Fn(&Rule<'p>) -> bool| rules.iter().copied().find(|(rule, _)| has(rule));
    let rule = of(&|rule| rule.name == name)
        .or_else(|| of(&|rule| rule.old_names().any(|old| old == name)));
    subjects.extend(rule.map(|rule| Subject::Rule(Box::new(rule))));
    let those = |of: &dyn Fn(&Rule<'_>) -> bool| {
        rules.iter().copied().filter(|(rule, _)| of(rule)).collect::<Vec<_>>()
    };
    let family = those(&|rule| rule.family() == name);
    if !family.is_empty() {
        subjects.push(Subject::Family(name.to_owned(), family));
    }
    subjects.extend(Feature::from_name(name).map(Subject::Feature));
    if let Some(fact) = Fact::ALL.iter().copied().find(|fact| fact.name() == name) {
        subjects.push(Subject::Fact(fact, those(&|rule| rule.needs.contains(&fact))));
    }
    let of_group =
        |fact: &Fact| fact.name().split_once('.').is_some_and(|(group, _)| group == name);
    let group: Vec<Fact> = Fact::ALL.iter().copied().filter(of_group).collect();
    if !group.is_empty() {
        subjects.push(Subject::Facts(name.to_owned(), group));
    }
    if subjects.is_empty() { Err(unknown(name, rules)) } else { Ok(subjects) }
}

fn unknown(name: &str, rules: &[Levelled<'_>]) -> String {
    let families: BTreeSet<&str> = rules.iter().map(|(rule, _)| rule.family()).collect();
    let groups = Fact::ALL.iter().filter_map(|fact| fact.name().split_once('.'));
    let groups: BTreeSet<&str> = groups.map(|(group, _)| group).collect();
    let known = rules.iter().map(|(rule, _)| rule.name);
    let known = known.chain(families).chain(Feature::ALL.iter().map(|feature| feature.name()));
    let known = known.chain(Fact::ALL.iter().map(|fact| fact.name())).chain(groups);
    let problem = match names::shown_name(name) {
        _ if name.is_empty() => "a name is empty".to_owned(),
        Some(_) => names::unknown("name", name, known),
        None => "unknown name, which is not shown".to_owned(),
    };
    let mut paths = members::all_paths().into_iter();
    let inner = |path: &String| path.rsplit('/').next() == Some(name);
    let hint = match path_of_message(name).or_else(|| paths.find(inner)) {
        Some(path) => format!("a member is named by its path: {path}"),
        None => "`paylint rules` lists the rules, `paylint matrix` the features; a member is \
                 named by its path, such as /client/zip_code"
            .to_owned(),
    };
    format!("{problem}\n{hint}")
}

/// The path of a member that is named as in messages: `client.zip_code`, `products[0].price`.
fn path_of_message(name: &str) -> Option<String> {
    let path = format!("/{}", name.replace(['.', '['], "/").replace(']', ""));
    let steps = members::steps(&path)?;
    (!members::places(&steps).is_empty()).then(|| members::path(&steps))
}

fn member(path: &str) -> Result<Member, String> {
    let steps = members::steps(path).unwrap_or_default();
    let places = members::places(&steps);
    if places.is_empty() {
        return Err(unknown_member(path));
    }
    let probe = Probe::new();
    let mut dependents = Dependents::default();
    for place in &places {
        dependents.merge(probe.dependents(place));
    }
    let of_place = |place: &Place<'_>| (place.operation, place.kind.expected());
    let operations = places.iter().map(of_place).collect();
    let path = members::path(&steps);
    let known = places.first().map(|place| paylint::members(place.operation));
    let known = known.and_then(|all| all.into_iter().find(|member| member.path == path));
    Ok(Member { path, operations, dependents, known })
}

/// Why there is no member at a path, and which one may be meant. Of a path that can't be shown, no
/// part is.
fn unknown_member(path: &str) -> String {
    let is_shown = |step: &str| step == "*" || names::shown_name(step).is_some();
    let paths = members::all_paths();
    if !path.split('/').skip(1).all(is_shown) {
        return "unknown member, whose path is not shown".to_owned();
    }
    let near = names::nearest(path, paths.iter().map(String::as_str));
    // The path may be right but for what stands before it.
    let last = path.rsplit('/').next().unwrap_or_default();
    let namesake = || paths.iter().find(|known| known.rsplit('/').next() == Some(last));
    match near.or_else(|| namesake().map(String::as_str)) {
        Some(near) => format!("unknown member \"{path}\"; did you mean \"{near}\"?"),
        None => format!("unknown member \"{path}\""),
    }
}
