//! A tenant's own rules, given with the policy.

use super::body::Obj;
use super::catalogue::{Level, OPERATIONS};
use super::decimal::Decimal;
use super::facts::amount;
use super::json::Json;
use super::ledger::Entry;
use super::order::sum_of_products;
use super::request::Request;
use super::shapes::{Kind, Shape, shape_of};
use super::strict::{Fault, flag, integer, items, members, one_of, string};

/// One rule.
pub(crate) struct Tenant {
    pub(crate) name: String,
    pub(crate) level: Level,
    operations: Vec<String>,
    currency: Option<String>,
    /// The names from the body down, `*` for every element; nothing for the order's total.
    path: Vec<String>,
    constraint: Constraint,
}

enum Constraint {
    Required,
    Forbidden,
    OneOf(Vec<String>),
    Minimum(Decimal),
    Maximum(Decimal),
    MaxLength(i64),
}

pub(crate) fn read(json: &Json) -> Result<Vec<Tenant>, Fault> {
    let Json::List(list) = json else {
        return Err(Fault::at("rules", "no list"));
    };
    if list.len() > 256 {
        return Err(Fault::at("rules", "too many"));
    }
    let mut rules: Vec<Tenant> = Vec::new();
    for entry in list {
        let rule = read_one(entry)?;
        if rules.iter().any(|known| known.name == rule.name) {
            return Err(Fault::at("rules", "a name twice"));
        }
        rules.push(rule);
    }
    Ok(rules)
}

fn read_one(json: &Json) -> Result<Tenant, Fault> {
    let [name, on, level, when, member, message, required, forbidden, listed, least, most, length] =
        members(
            json,
            "rules",
            [
                "name",
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
            ],
        )?;
    let name = string(name.ok_or(Fault::at("rules", "no name"))?, "name")?;
    let own = name.strip_prefix("custom.").unwrap_or_default();
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    if own.is_empty() || own.len() > 48 || !own.chars().all(plain) {
        return Err(Fault::at("name", "not custom. and 1 to 48 of a–z 0–9 _"));
    }
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
    if let Some(json) = length {
        constraints.push(Constraint::MaxLength(integer(json, "max_length", 1, i64::MAX)?));
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
    let path = read_path(&member, &operations, &constraint)?;
    let mut currency = None;
    if let Some(json) = when {
        let [of] = members(json, "when", ["currency"])?;
        currency = Some(string(of.ok_or(Fault::at("when", "empty"))?, "currency")?);
        let has_currency = |operation: &String| {
            matches!(operation.as_str(), "order" | "capture" | "refund")
                || operation.starts_with("payout_")
        };
        if !operations.iter().all(has_currency) {
            return Err(Fault::at("when", "an operation without currency"));
        }
    }
    Ok(Tenant { name, level, operations, currency, path, constraint })
}

fn any_string(json: &Json, at: &str) -> Result<String, Fault> {
    match json {
        Json::Text(text) => Ok(text.clone()),
        _ => Err(Fault::at(at, "no string")),
    }
}

fn different(list: Vec<String>) -> Result<Vec<String>, Fault> {
    for (index, item) in list.iter().enumerate() {
        if list[..index].contains(item) {
            return Err(Fault::at("rules", "a list that repeats itself"));
        }
    }
    Ok(list)
}

fn read_path(
    member: &str,
    operations: &[String],
    constraint: &Constraint,
) -> Result<Vec<String>, Fault> {
    if member == "total" {
        let compares = matches!(constraint, Constraint::Minimum(_) | Constraint::Maximum(_));
        return if compares && operations == ["order"] {
            Ok(Vec::new())
        } else {
            Err(Fault::at("member", "a total that is none, or can't be compared"))
        };
    }
    let Some(path) = member.strip_prefix('/') else {
        return Err(Fault::at("member", "no path"));
    };
    let path: Vec<String> = path.split('/').map(str::to_owned).collect();
    for operation in operations {
        let kind = shape_of(operation).and_then(|shape| kind_at(shape, &path));
        let fits = match (kind, constraint) {
            (None, _) => false,
            (Some(_), Constraint::Required | Constraint::Forbidden) => true,
            (Some(kind), Constraint::OneOf(_) | Constraint::MaxLength(_)) => {
                matches!(kind, Kind::Text)
            }
            (Some(kind), Constraint::Minimum(_) | Constraint::Maximum(_)) => {
                matches!(kind, Kind::Number | Kind::Integer | Kind::NumberOrText)
            }
        };
        if operation == "reversal" || !fits {
            return Err(Fault::at("member", "not known, or not of a type for this"));
        }
    }
    Ok(path)
}

/// The kind of the member at a path, if there is one.
fn kind_at<'k>(shape: &'k Shape, path: &[String]) -> Option<&'k Kind> {
    let (name, rest) = path.split_first()?;
    let (_, kind) = shape.0.iter().find(|(known, _)| known == name)?;
    match (kind, rest) {
        (kind, []) => Some(kind),
        (Kind::Object(inner), rest) => kind_at(inner, rest),
        (Kind::List(inner), [star, rest @ ..]) if star == "*" => kind_at(inner, rest),
        _ => None,
    }
}

/// Every object that has the last member of a path, in document order.
fn holders<'a>(object: Obj<'a>, path: &[String]) -> Vec<Obj<'a>> {
    match path {
        [_] => vec![object],
        [list, star, rest @ ..] if star == "*" => {
            let elements = object.list(list).unwrap_or_default();
            elements.into_iter().flat_map(|element| holders(element, rest)).collect()
        }
        [name, rest @ ..] => holders(object.object(name), rest),
        [] => Vec::new(),
    }
}

/// Where the rule fires, or what it can't be decided without.
pub(crate) fn judge(tenant: &Tenant, request: &Request) -> Entry {
    let mut entry = Entry::default();
    if !tenant.operations.iter().any(|operation| operation == request.operation) {
        return entry;
    }
    if tenant.path.is_empty() {
        let limit_is_broken = sum_of_products(request).is_some_and(|sum| match tenant.constraint {
            Constraint::Minimum(least) => sum < least.times(Decimal::ONE),
            Constraint::Maximum(most) => sum > most.times(Decimal::ONE),
            _ => false,
        });
        if limit_is_broken {
            entry.paths.push("/products".to_owned());
        }
    }
    for object in holders(request.body.clone(), &tenant.path) {
        let Some(name) = tenant.path.last() else { continue };
        if violates(&tenant.constraint, &object, name) {
            entry.paths.push(object.at(name));
        }
    }
    let Some(currency) = &tenant.currency else { return entry };
    let actual = match request.operation {
        "capture" | "refund" => match &request.facts.order.currency {
            Some(currency) => Some(currency.as_str()),
            None if entry.paths.is_empty() => None,
            None => return Entry { needs: vec!["order.currency"], ..Entry::default() },
        },
        _ => request.body.text("currency"),
    };
    if actual == Some(currency.as_str()) { entry } else { Entry::default() }
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
    }
}
