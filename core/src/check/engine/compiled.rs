//! Compiled policies: engines for checkouts as text, for programs that can't read JSON policies.
//!
//! Spaces separate the text's fields, the last of which is a checksum. A list's entries end with semicolons, and
//! commas separate their fields.

use super::Engine;
use crate::base::decimal::put_integer;
use crate::base::distance::letters;
use crate::base::fingerprint::{Fingerprint, Hasher};
use crate::base::level::Level;
use crate::base::text::cut_last;
use crate::check::member_levels::{MemberLevel, MemberLevels, MemberPlace};
use crate::check::policy::{Added, Policy, PolicyError};
use crate::check::rule_set::RuleSet;
use crate::check::rules::{COUNT, FINGERPRINT, OF_OPERATION};
use crate::model::operation::{Operation, Operations};
use crate::model::path::Path;
use crate::model::schema::{self, DECLARED_TYPES, Declared, DeclaredName, OnTotal, Shape};
use alloc::borrow::ToOwned;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

/// The first field. No JSON text begins like this.
const PREFIX: &str = "paylint";

/// Identifies the builds that give the numbers the same meaning: by the text's format, the version and the rules.
const BUILD: Fingerprint = Hasher::new()
    .text("compiled 1")
    .text(env!("CARGO_PKG_VERSION"))
    .number(FINGERPRINT.bits())
    .finish();

impl Engine {
    /// The engine as text, for [`Engine::from_compiled`], with everything that it needs to check orders and card
    /// posts. The text is printable ASCII without quotes or backslashes.
    ///
    /// # Errors
    /// The policy has policy rules or custom rules.
    pub fn compiled(&self) -> Result<String, PolicyError> {
        if self.added_rules().next().is_some() {
            let problem = "can't be compiled: leave them to the server, or pass the policy as JSON";
            return Err(PolicyError::new("rules", problem));
        }
        let mut out = PREFIX.to_owned();
        for field in [&BUILD.text(), &self.fingerprint.text(), self.label().unwrap_or_default()] {
            out.push(' ');
            out.push_str(field);
        }
        let Policy { max_findings, max_body_bytes, rejects_unchecked, .. } = self.policy;
        for number in [max_findings, max_body_bytes, rejects_unchecked.into()] {
            out.push(' ');
            put_integer(&mut out, number as i64);
        }
        out.push(' ');
        for rule in rules() {
            let [enabled, deny] = [self.enabled, self.deny].map(|set| set.contains(rule));
            put_integer(&mut out, i64::from(enabled) + i64::from(deny));
        }
        out.push(' ');
        for operation in Operations::CHECKOUT.iter() {
            for (_, declared) in Added::declared_by(self.added(), operation).iter() {
                let Declared { shape, on_total, name, .. } = declared;
                let (first, kind) = (shape.first.into(), declared.type_index() as u64);
                let on_total = on_total.map_or(0, |effect| effect as u64 + 1);
                put_entry(&mut out, [operation as u64, first, kind, on_total], name);
            }
        }
        out.push(' ');
        for at in self.members.iter().filter(|at| Operations::CHECKOUT.contains(at.operation)) {
            let MemberPlace { path, declared, key } = &at.place;
            let rule = rules().position(|rule| rule == at.rule).unwrap_or_default() as u64;
            let (operation, level, path) = (at.operation as u64, at.level as u64, path.bits());
            let (may_be_unchecked, declared) = (at.may_be_unchecked.into(), (*declared).into());
            let numbers = [operation, rule, level, may_be_unchecked, path, declared];
            put_entry(&mut out, numbers, key);
        }
        let sum = checksum(&out);
        out.push(' ');
        out.push_str(&sum);
        Ok(out)
    }

    /// Whether a text looks like a compiled policy, not like JSON.
    pub fn is_compiled(text: &[u8]) -> bool {
        text.starts_with(PREFIX.as_bytes())
    }

    /// Reads an engine that [`Engine::compiled`] wrote. It checks only the operations of [`Operations::CHECKOUT`].
    ///
    /// # Errors
    /// Another build of paylint wrote it, or the text is damaged.
    pub fn from_compiled(text: &[u8]) -> Result<Engine, PolicyError> {
        let error = |problem| PolicyError::new("", problem);
        let text = core::str::from_utf8(text).unwrap_or_default();
        let Some((content, sum)) = cut_last(text.trim_ascii_end(), b' ') else {
            return Err(error(DAMAGED));
        };
        let mut fields = content.split(' ').skip(1);
        if fields.next() != Some(&BUILD.text()) {
            return Err(error(OTHER_BUILD));
        }
        let engine = if sum == checksum(content) { read(fields) } else { None };
        engine.ok_or_else(|| error(DAMAGED))
    }
}

const DAMAGED: &str = "the compiled policy is damaged: compile it again";
const OTHER_BUILD: &str =
    "the policy was compiled by another version of paylint: compile it again with this one";

fn read<'t>(mut fields: impl Iterator<Item = &'t str>) -> Option<Engine> {
    let fingerprint = Fingerprint::of_bits(u64::from_str_radix(fields.next()?, 16).ok()?);
    let label = fields.next()?;
    let max_findings = number(fields.next())? as usize;
    let max_body_bytes = number(fields.next())? as usize;
    let rejects_unchecked = number(fields.next())? != 0;
    let (mut enabled, mut deny) = (RuleSet::NONE, RuleSet::NONE);
    for (rule, level) in rules().zip(fields.next()?.bytes()) {
        if level >= b'1' {
            enabled = enabled.with(rule);
        }
        if level >= b'2' {
            deny = deny.with(rule);
        }
    }
    let mut added = Added::default();
    for entry in fields.next()?.split_terminator(';') {
        let ([operation, first, kind, on_total], name) = numbers_and_text(entry)?;
        let operation = *Operation::ALL.get(operation as usize)?;
        let shape = shape_at(first as u8, schema::body(operation)?)?;
        let (_, kind) = *DECLARED_TYPES.get(kind as usize)?;
        let on_total = on_total.checked_sub(1);
        let on_total = on_total.and_then(|effect| OnTotal::ALL.get(effect as usize).copied());
        let letters = letters(name.as_bytes());
        let name = DeclaredName::from(name).ok()?;
        added.declare(operation, Declared { shape, name, letters, kind, on_total, layer: 0 });
    }
    let mut members = Vec::new();
    for entry in fields.next()?.split_terminator(';') {
        let (numbers, key) = numbers_and_text(entry)?;
        let [operation, rule, level, may_be_unchecked, path, declared] = numbers;
        members.push(MemberLevel {
            operation: *Operation::ALL.get(operation as usize)?,
            rule: rules().nth(rule as usize)?,
            level: *Level::ALL.get(level as usize)?,
            may_be_unchecked: may_be_unchecked != 0,
            place: MemberPlace {
                path: Path::of_bits(path),
                declared: declared as u16,
                key: String::from(key),
            },
        });
    }
    let mut policy = Policy::default();
    policy.rejects_unchecked = rejects_unchecked;
    policy.added = Some(Arc::new(added));
    policy.label = (!label.is_empty()).then(|| label.into());
    (policy.max_findings, policy.max_body_bytes) = (max_findings, max_body_bytes);
    Some(Engine {
        operations: Operations::CHECKOUT,
        enabled,
        deny,
        added_levels: Box::default(),
        members: MemberLevels::new(members),
        policy,
        fingerprint,
    })
}

/// Positions of the rules for checkouts, in order. Every build lists the same rules.
#[allow(clippy::indexing_slicing, reason = "at compile time")]
fn rules() -> impl Iterator<Item = u16> {
    const ALL: [RuleSet; 2] = {
        let [order, payment] = [Operation::Order as usize, Operation::Payment as usize];
        [OF_OPERATION[order], OF_OPERATION[payment]]
    };
    (0..COUNT as u16).filter(|rule| ALL.iter().any(|rules| rules.contains(*rule)))
}

/// Finds the type whose first place is `first` in a body's type.
fn shape_at(first: u8, shape: &'static Shape) -> Option<&'static Shape> {
    if shape.first == first {
        return Some(shape);
    }
    let mut inner = shape.members.iter().filter_map(|member| member.kind.inner());
    inner.find_map(|inner| shape_at(first, inner))
}

/// Appends an entry of a list.
fn put_entry<const N: usize>(out: &mut String, numbers: [u64; N], text: &str) {
    for number in numbers {
        put_integer(out, number as i64);
        out.push(',');
    }
    out.push_str(text);
    out.push(';');
}

/// The fields of an entry of a list.
fn numbers_and_text<const N: usize>(entry: &str) -> Option<([u64; N], &str)> {
    let (mut fields, mut numbers) = (entry.split(','), [0; N]);
    for place in &mut numbers {
        *place = number(fields.next())?;
    }
    Some((numbers, fields.next()?))
}

fn number(field: Option<&str>) -> Option<u64> {
    field?.parse().ok()
}

fn checksum(content: &str) -> String {
    Hasher::new().text(content).finish().text()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::facts::Facts;
    use alloc::vec::Vec;

    const LAYERS: [&[u8]; 3] = [
        include_bytes!("../../../policies/checkout.json"),
        include_bytes!("../../../policies/shop-members.json"),
        br#"{"label":"acme","max_findings":7,"levels":{"field.blank@/client/email":"allow","field.unknown@/note":"deny"}}"#,
    ];

    #[test]
    fn compiled_engine_checks_as_its_policy_does() {
        let engine = Engine::new(&Policy::default().with_layers(&LAYERS).unwrap());
        let compiled = Engine::from_compiled(engine.compiled().unwrap().as_bytes()).unwrap();
        assert_eq!(compiled.compiled().unwrap(), engine.compiled().unwrap());
        assert_eq!(compiled.label(), Some("acme"));
        assert_eq!(compiled.policy_fingerprint(), engine.policy_fingerprint());
        let bodies: [(Operation, &[u8]); 4] = [
            (Operation::Order, br#"{"client":{"email":" ","phone":1},"products":[{"title":"A","price":1}],"note":1}"#),
            (Operation::Order, br#"{"client":{"email":"a@b"},"total":2,"products":[{"sku":1,"price":1.001}],"notes":1}"#),
            (Operation::Payment, br#"{"card_number":"4111111111111112","cavv":"x","phone":1}"#),
            (Operation::Payment, b"{"),
        ];
        for (operation, body) in bodies {
            let report =
                |engine: &Engine| engine.check(operation, body, &Facts::default()).to_json();
            assert_eq!(report(&compiled), report(&engine));
        }
        let refund = compiled.check(Operation::Refund, b"", &Facts::default());
        assert!(engine.checks(Operation::Refund) && !compiled.checks(Operation::Refund));
        assert_eq!((refund.status(), refund.findings().len()), (400, 0));
    }

    #[test]
    fn damaged_or_foreign_policies_are_refused() {
        let text = Engine::default().compiled().unwrap();
        assert_eq!(text, Engine::new(&Policy::default()).compiled().unwrap());
        let error = |text: &str| Engine::from_compiled(text.as_bytes()).map(drop).unwrap_err();
        let other = text.replacen(&BUILD.text(), "0123456789abcdef", 1);
        assert_eq!(error(&other).problem(), OTHER_BUILD);
        let ends: Vec<&str> = (0..text.len()).map(|end| &text[..end]).collect();
        for cut in ends {
            assert!(matches!(error(cut).problem(), DAMAGED | OTHER_BUILD), "{cut}");
        }
        let build = BUILD.text();
        let (before, rest) = text.split_once(&build).unwrap();
        let damaged = [before, &build, &rest.replacen('2', "1", 1)].concat();
        assert_ne!(damaged, text);
        assert_eq!(error(&damaged).problem(), DAMAGED);
        assert!(Engine::is_compiled(text.as_bytes()) && !Engine::is_compiled(b"{}"));
        let rules =
            br#"{"rules":[{"name":"custom.a","on":["order"],"member":"total","maximum":1}]}"#;
        let policy = Policy::from_json(rules).unwrap();
        assert_eq!(Engine::new(&policy).compiled().unwrap_err().member(), "rules");
    }
}
