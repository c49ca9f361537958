//! Questions about random cases, and bodies that are filled in according to their fields.

mod filled;

pub use filled::filled;

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use paylint::{Engine, Facts, FactsBuf, Level, Operation, Policy};

use crate::engine::ready;
use crate::generate::{self, Generated, Rng};
use crate::number;

/// A question: an engine that keeps every finding, an operation, facts.
pub struct Question {
    /// The engine.
    pub engine: Engine,
    /// The operation.
    pub operation: Operation,
    /// The facts.
    pub facts: FactsBuf,
}

/// The parts of a finding that fields compare.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Told {
    /// The rule's name.
    pub rule: String,
    /// The path.
    pub path: String,
    /// The params, as JSON.
    pub params: String,
    /// Whether it rejects.
    pub denies: bool,
}

impl Question {
    /// The question of a case. `None` if its facts or its policy can't be used.
    pub fn of(case: &Generated) -> Option<Question> {
        let policy = case.policy.as_deref();
        let (_, operation, facts) = ready(&case.operation, case.facts.as_deref(), policy)?;
        let policy = policy.map_or(Ok(Policy::default()), Policy::from_json).ok()?;
        // Trees are written without white space, so body limits must not matter.
        let policy =
            policy.with_json(br#"{"max_findings":10000,"max_body_bytes":1048576}"#).ok()?;
        Some(Question { engine: Engine::new(&policy), operation, facts })
    }

    /// The facts.
    pub fn facts(&self) -> Facts<'_> {
        self.facts.as_facts()
    }

    /// The findings in a body.
    pub fn found(&self, body: &[u8]) -> Vec<Told> {
        let report = self.engine.check(self.operation, body, &self.facts());
        assert!(!report.truncated(), "the engine keeps every finding");
        let findings = report.findings().map(|finding| Told {
            rule: finding.rule().name.to_owned(),
            path: finding.path(),
            // Fields ignore whether typing on can make a value valid.
            params: finding.params_json().replace(r#""incomplete":true"#, r#""incomplete":false"#),
            denies: finding.level() == Level::Deny,
        });
        findings.collect()
    }

    /// The findings at level deny.
    pub fn denials(&self, body: &[u8]) -> Vec<Told> {
        self.found(body).into_iter().filter(|told| told.denies).collect()
    }
}

/// Runs a test on random cases: `PAYLINT_CASES` of them, starting at seed `PAYLINT_SEED`.
///
/// # Panics
/// If a case fails.
pub fn each(count: u64, test: fn(u64, &Generated, &Question)) {
    let (count, start) = (number("PAYLINT_CASES", count), number("PAYLINT_SEED", 0));
    for seed in start..start + count {
        // Policy rules require and refuse more.
        let of = if seed % 4 < 2 { generate::case } else { generate::case_with_rules };
        let case = of(&mut Rng::new(seed));
        let Some(question) = Question::of(&case) else { continue };
        let run = AssertUnwindSafe(|| test(seed, &case, &question));
        if let Err(error) = catch_unwind(run) {
            eprintln!("at seed {seed}");
            resume_unwind(error);
        }
    }
}

/// A description of a case, for failures.
pub fn shown(seed: u64, case: &Generated) -> String {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    format!(
        "seed {seed}: {}\n{}\nfacts {}\npolicy {}",
        case.operation,
        text(&case.body),
        text(case.facts.as_deref().unwrap_or(b"none")),
        text(case.policy.as_deref().unwrap_or(b"none")),
    )
}
