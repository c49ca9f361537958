//! The facts as TypeScript types.

use paylint::facts::{
    AccountFunding, Environment, Fact, FactKind, SavingSide, Subsequent, Terminal,
};
use std::fmt::Write;

/// Writes the interfaces of the facts.
pub(crate) fn write(out: &mut String) {
    let names = Fact::ALL.iter().map(|fact| fact.name());
    super::union(out, "A fact that a rule can need, in the order of reports.", "FactName", names);
    out.push_str("/** What the host knows and the body cannot say. All of it is optional. */\n");
    out.push_str("export interface FactsInit {\n");
    let mut group = "";
    for fact in Fact::ALL {
        let name = fact.name();
        let (before, member) = name.split_once('.').unwrap_or(("", name));
        if before != group {
            open_or_close(out, group, before);
            group = before;
        }
        let indent = if group.is_empty() { "" } else { "  " };
        let (type_name, doc) = (type_of(fact.kind()), fact.doc());
        _ = writeln!(out, "{indent}  /** {doc} */\n{indent}  {member}?: {type_name};");
    }
    open_or_close(out, group, "");
    out.push_str("}\n\n");
}

fn open_or_close(out: &mut String, last: &str, next: &str) {
    if !last.is_empty() {
        out.push_str("  };\n");
    }
    if !next.is_empty() {
        _ = writeln!(out, "  /** {} */\n  {next}?: {{", describe_group(next));
    }
}

fn describe_group(group: &str) -> &'static str {
    match group {
        "merchant" => "The merchant.",
        "acquirer" => "The acquirer.",
        "card" => "The card.",
        "key" => "The key set that the request is sent with.",
        "order" => "The payment that a capture, refund, reversal or card post acts on.",
        "request" => "The HTTP request that carried the body.",
        "webhook" => "The merchant's webhook endpoint.",
        other => panic!("the group {other} is not known here"),
    }
}

fn choice(names: &[&str]) -> String {
    names.iter().map(|name| format!("'{name}'")).collect::<Vec<_>>().join(" | ")
}

/// The type of a fact's values.
fn type_of(kind: FactKind) -> String {
    let name = match kind {
        FactKind::Environment => return choice(Environment::NAMES),
        FactKind::Terminal => return choice(Terminal::NAMES),
        FactKind::AccountFunding => return choice(AccountFunding::NAMES),
        FactKind::SavingSide => return choice(SavingSide::NAMES),
        FactKind::Subsequent => return choice(Subsequent::NAMES),
        FactKind::Text | FactKind::Country | FactKind::UtcOffset | FactKind::Address => "string",
        FactKind::Time => "string | Date",
        FactKind::Flag => "boolean",
        FactKind::Days => "number",
        FactKind::Amount => "string | number",
        FactKind::Texts | FactKind::Addresses => "readonly string[]",
        FactKind::Headers => "{ readonly [name: string]: string }",
        FactKind::Scenario => {
            "'one_step' | 'two_step' | 'zero_amount' | Extract<Feature, `payout_${string}`>"
        }
        FactKind::Capabilities => {
            "readonly Exclude<Feature, 'one_step' | 'two_step' | 'zero_amount' | 'full_refund' \
             | 'partial_refund' | 'reversal' | `payout_${string}`>[]"
        }
        other => panic!("{other:?} has no type here"),
    };
    name.to_owned()
}
