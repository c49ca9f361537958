//! Policy rules: what a policy asks for besides the catalogue.

use super::body::Obj;
use super::catalogue::{Level, OPERATIONS};
use super::decimal::{Decimal, Sum};
use super::declared::Declared;
use super::facts::amount;
use super::json::Json;
use super::known::Type;
use super::ledger::Entry;
use super::request::Request;
use super::shapes::Kind;
use super::strict::{Fault, different, flag, integer, items, members, one_of, string};
use super::total::{Total, total};
use super::when::{self, Holds, When};

/// One rule.
#[derive(Clone)]
pub(crate) struct PolicyRule {
    pub(crate) name: String,
    pub(crate) old_name: Option<String>,
    pub(crate) level: Level,
    operations: Vec<String>,
    when: Option<When>,
    /// The path of a member, or `total`.
    member: String,
    constraint: Constraint,
}

#[derive(Clone)]
enum Constraint {
    Required,
    Forbidden,
    OneOf(Vec<String>),
    Minimum(Decimal),
    Maximum(Decimal),
    MaxLength(i64),
    MinLength(i64),
}

pub(crate) fn read(json: &Json) -> Result<Vec<PolicyRule>, Fault> {
    let Json::List(list) = json else {
        return Err(Fault::at("rules", "not a list"));
    };
    let mut rules: Vec<PolicyRule> = Vec::new();
    for entry in list {
        let rule = read_one(entry)?;
        if rules.iter().any(|known| known.name == rule.name) {
            return Err(Fault::at("rules", "a name twice"));
        }
        rules.push(rule);
    }
    Ok(rules)
}

fn read_one(json: &Json) -> Result<PolicyRule, Fault> {
    let [
        name,
        old_name,
        on,
        level,
        when,
        member,
        message,
        required,
        forbidden,
        listed,
        least,
        most,
        longest,
        shortest,
    ] = members(
        json,
        "rules",
        [
            "name",
            "renamed_from",
            "on",
            "level",
            "when",
            "member",
            "message",
            "required",
            "forbidden",
            "one_of",
            "minimum",
            "maximum",
            "max_length",
            "min_length",
        ],
    )?;
    let name = own_name(name.ok_or(Fault::at("rules", "no name"))?, "name")?;
    let old_name = old_name.map(|json| own_name(json, "renamed_from")).transpose()?;
    let level = match level.map(|json| one_of(json, "level", &["deny", "warn", "allow"])) {
        None => Level::Deny,
        Some(word) => match word?.as_str() {
            "deny" => Level::Deny,
            "warn" => Level::Warn,
            _ => Level::Allow,
        },
    };
    let mut constraints = Vec::new();
    for (json, constraint) in [(required, Constraint::Required), (forbidden, Constraint::Forbidden)]
    {
        if let Some(json) = json {
            if !flag(json, "constraint")? {
                return Err(Fault::at("constraint", "not true"));
            }
            constraints.push(constraint);
        }
    }
    if let Some(json) = listed {
        constraints.push(Constraint::OneOf(different(items(json, "one_of", any_string)?)?));
    }
    if let Some(json) = least {
        constraints.push(Constraint::Minimum(amount(json, "minimum")?));
    }
    if let Some(json) = most {
        constraints.push(Constraint::Maximum(amount(json, "maximum")?));
    }
    if let Some(json) = longest {
        constraints.push(Constraint::MaxLength(integer(json, "max_length", 1, i64::MAX)?));
    }
    if let Some(json) = shortest {
        constraints.push(Constraint::MinLength(integer(json, "min_length", 1, i64::MAX)?));
    }
    let Some(constraint) = constraints.pop().filter(|_| constraints.is_empty()) else {
        return Err(Fault::at("rules", "no constraint, or several"));
    };
    if let Some(json) = message {
        let text = string(json, "message")?;
        if text.chars().count() > 200 || text.chars().any(char::is_control) {
            return Err(Fault::at("message", "too long, or a control character"));
        }
    }
    let on = on.ok_or(Fault::at("rules", "no operations"))?;
    let operations = different(items(on, "on", |json, at| one_of(json, at, OPERATIONS))?)?;
    let member = string(member.ok_or(Fault::at("rules", "no member"))?, "member")?;
    let when = when.map(|json| when::read(json, &operations)).transpose()?;
    Ok(PolicyRule { name, old_name, level, operations, when, member, constraint })
}

/// custom. and 1 to 48 of a–z 0–9 _
fn own_name(json: &Json, at: &str) -> Result<String, Fault> {
    let name = string(json, at)?;
    let own = name.strip_prefix("custom.").unwrap_or_default();
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    if own.is_empty() || own.len() > 48 || !own.chars().all(plain) {
        return Err(Fault::at(at, "not the name of a policy rule"));
    }
    Ok(name)
}

fn any_string(json: &Json, at: &str) -> Result<String, Fault> {
    match json {
        Json::Text(text) => Ok(text.clone()),
        _ => Err(Fault::at(at, "no string")),
    }
}

impl PolicyRule {
    /// Whether every operation knows the members that are named, and the constraint fits them.
    pub(crate) fn is_known(&self, declared: &[Declared]) -> bool {
        let fits = |operation: &String| {
            let body = Type::of_body(operation, declared);
            body.and_then(|body| body.kind_at(&self.member)).is_some_and(|kind| self.fits(kind))
        };
        let knows_all = match self.member.as_str() {
            "total" => self.operations == ["order"] && self.compares(),
            _ => self.operations.iter().all(|name| name != "reversal" && fits(name)),
        };
        let when = self.when.as_ref();
        knows_all && when.is_none_or(|when| when.is_known(&self.operations, declared))
    }

    fn compares(&self) -> bool {
        matches!(self.constraint, Constraint::Minimum(_) | Constraint::Maximum(_))
    }

    fn fits(&self, kind: &Kind) -> bool {
        match self.constraint {
            Constraint::Required | Constraint::Forbidden => true,
            Constraint::OneOf(_) | Constraint::MaxLength(_) | Constraint::MinLength(_) => {
                matches!(kind, Kind::Text)
            }
            Constraint::Minimum(_) | Constraint::Maximum(_) => {
                matches!(kind, Kind::Number | Kind::Integer | Kind::NumberOrText)
            }
        }
    }
}

/// Every object that has the last member of a path, in document order.
fn holders<'a>(object: Obj<'a>, path: &[&str]) -> Vec<Obj<'a>> {
    match path {
        [_] => vec![object],
        [list, "*", rest @ ..] => {
            let elements = object.list(list).unwrap_or_default();
            elements.into_iter().flat_map(|element| holders(element, rest)).collect()
        }
        [name, rest @ ..] => holders(object.object(name), rest),
        [] => Vec::new(),
    }
}

/// Where the rule fires, or what it can't be decided without.
pub(crate) fn judge(rule: &PolicyRule, request: &Request) -> Entry {
    let mut entry = Entry::default();
    if !rule.operations.iter().any(|operation| operation == request.operation) {
        return entry;
    }
    let needs = match rule.when.as_ref().map(|when| when.holds(request)) {
        None | Some(Holds::Yes) => Vec::new(),
        Some(Holds::No) => return entry,
        Some(Holds::Open(needs)) => needs,
    };
    if rule.member == "total" {
        match total(request) {
            Total::None => {}
            Total::Hidden => entry.open(&needs),
            Total::Sum(sum) if breaks_limit(&rule.constraint, &sum) => entry.fire("/products"),
            Total::Sum(_) => {}
        }
    }
    let path: Vec<&str> = rule.member.split('/').skip(1).collect();
    for object in holders(request.body.clone(), &path) {
        let Some(name) = path.last() else { continue };
        if violates(&rule.constraint, &object, name) {
            entry.fire(object.at(name));
        }
    }
    // What would fire may yet not be meant.
    if !needs.is_empty() && !entry.fired.is_empty() {
        entry = Entry::default();
        entry.open(&needs);
    }
    entry
}

fn breaks_limit(constraint: &Constraint, sum: &Sum) -> bool {
    match constraint {
        Constraint::Minimum(least) => *sum < least.times(Decimal::ONE),
        Constraint::Maximum(most) => *sum > most.times(Decimal::ONE),
        _ => false,
    }
}

fn violates(constraint: &Constraint, object: &Obj, name: &str) -> bool {
    match constraint {
        Constraint::Required => object.absent(name),
        Constraint::Forbidden => object.present(name),
        Constraint::OneOf(list) => {
            object.text(name).is_some_and(|text| !list.iter().any(|known| known == text))
        }
        Constraint::Minimum(least) => object.number(name).is_some_and(|number| number < *least),
        Constraint::Maximum(most) => object.number(name).is_some_and(|number| number > *most),
        Constraint::MaxLength(most) => {
            object.text(name).is_some_and(|text| text.chars().count() as i64 > *most)
        }
        Constraint::MinLength(least) => {
            object.text(name).is_some_and(|text| (text.chars().count() as i64) < *least)
        }
    }
}
