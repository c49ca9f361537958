//! An embedder's own rules. All that only they need stands behind a trait: where nobody adds one, as in the browser,
//! there is no code for it.

use crate::append::{nth, put};
use crate::findings::Findings;
use crate::rule::{Context, Level, Rule};
use crate::rules::COUNT;

/// What reports and engines ask of custom rules.
pub(crate) trait Custom: Send + Sync {
    /// The rules, in order.
    fn rules(&self) -> &[Rule];

    /// Runs those that are looked at.
    fn run(&self, levels: &[Level], context: &Context<'_>, found: &mut Findings<'_>);

    /// Appends what stands in a JSON string, escaped where RFC 8259 asks for it and nowhere else: the texts of the
    /// catalogue's rules need no escapes, those of others may.
    fn put_escaped(&self, out: &mut String, text: &str);
}

/// The rules that a policy was given.
pub(crate) struct CustomRules(pub(crate) Vec<Rule>);

impl Custom for CustomRules {
    fn rules(&self) -> &[Rule] {
        &self.0
    }

    fn run(&self, levels: &[Level], context: &Context<'_>, found: &mut Findings<'_>) {
        // What only warns changes no verdict.
        let least = if found.verdict_only { Level::Deny } else { Level::Warn };
        let rules = self.0.iter().zip(levels);
        for (position, (rule, level)) in (COUNT as u16..).zip(rules) {
            if *level >= least && rule.on.contains(context.operation) {
                found.run_custom(position, rule, *level, context);
            }
        }
    }

    fn put_escaped(&self, out: &mut String, text: &str) {
        const SHORT: [u8; 7] = *b"\x08\t\n\x0C\r\"\\";
        let mut rest = text;
        while let Some(at) = rest.bytes().position(|byte| byte < b' ' || SHORT.contains(&byte)) {
            let (plain, special) = rest.split_at_checked(at).unwrap_or_default();
            put(out, plain);
            let byte = special.bytes().next().unwrap_or_default();
            match SHORT.iter().position(|short| *short == byte) {
                Some(at) => {
                    put(out, "\\");
                    put(out, nth("btnfr\"\\", at));
                }
                None => {
                    put(out, if byte < 0x10 { "\\u000" } else { "\\u001" });
                    put(out, nth("0123456789abcdef", usize::from(byte & 0x0F)));
                }
            }
            rest = special.get(1..).unwrap_or_default();
        }
        put(out, rest);
    }
}
