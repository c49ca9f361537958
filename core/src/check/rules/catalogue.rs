//! The catalogue: the rules of every section that this build knows, joined at compile time.

#![allow(clippy::indexing_slicing, clippy::panic, clippy::expect_used, reason = "at compile time")]

use super::SECTIONS;
use crate::base::level::Level;
use crate::check::rule::{Basis, Fix, Param, Piece, Rule, count_pieces, cut_piece};
use crate::check::rule_set::RuleSet;
use crate::model::operation::Operation;
use crate::model::schema::same;

/// Every rule of the catalogue, in the order of findings.
pub(crate) fn catalogue() -> &'static [Rule<'static>] {
    &CATALOGUE
}

/// Number of rules in the catalogue.
pub(crate) const COUNT: usize = {
    let (mut count, mut section) = (0, 0);
    while section < SECTIONS.len() {
        count += self::count(SECTIONS[section]) as usize;
        section += 1;
    }
    count
};

/// Number of rules of a section that this build knows.
// not covered: the compiler runs it
pub(super) const fn count(section: &[Rule]) -> u16 {
    let (mut count, mut at) = (0, 0);
    while at < section.len() {
        count += section[at].is_known() as u16;
        at += 1;
    }
    count
}

pub(super) static CATALOGUE: [Rule; COUNT] = {
    let mut all = [Rule::DEFAULT; COUNT];
    let (mut position, mut section) = (0, 0);
    while section < SECTIONS.len() {
        let mut rule = 0;
        while rule < SECTIONS[section].len() {
            if SECTIONS[section][rule].is_known() {
                // Sections run their own checks. Pointers to them would keep every check from being inlined.
                all[position] = Rule { check: Rule::DEFAULT.check, ..SECTIONS[section][rule] };
                position += 1;
            }
            rule += 1;
        }
        section += 1;
    }
    all
};

/// The pieces of the message of the catalogue's rule at a position.
pub(crate) fn message_of(position: u16) -> Option<&'static [Piece<'static>]> {
    let (start, end) = MESSAGES.1.get(usize::from(position)).copied()?;
    invariant!(MESSAGES.0.get(usize::from(start)..usize::from(end)))
}

/// Number of pieces of all rules' messages.
const PIECES: usize = {
    let (mut count, mut position) = (0, 0);
    while position < COUNT {
        let Rule { message, params, .. } = CATALOGUE[position];
        count += count_pieces(message, params).expect("a message names an unknown param");
        position += 1;
    }
    count
};

/// The pieces of all messages in a row, and where those of each rule begin and end.
static MESSAGES: ([Piece<'static>; PIECES], [(u16, u16); COUNT]) = {
    let (mut pieces, mut ranges) = ([Piece::Text(""); PIECES], [(0, 0); COUNT]);
    let (mut end, mut position) = (0, 0);
    while position < COUNT {
        let Rule { message, params, .. } = CATALOGUE[position];
        let (start, mut rest) = (end, message);
        while let Some((piece, after)) = cut_piece(rest, params) {
            pieces[end] = piece;
            (end, rest) = (end + 1, after);
        }
        ranges[position] = (start as u16, end as u16);
        position += 1;
    }
    (pieces, ranges)
};

/// The parts of a rule that reports, policies and fixes need.
#[derive(Clone, Copy)]
pub(crate) struct Metadata<'a> {
    pub(crate) name: &'a str,
    pub(crate) level: Level,
    pub(crate) basis: Basis,
    pub(crate) source: Option<&'a str>,
    pub(crate) params: &'static [&'static str],
    pub(crate) constants: &'static [Param],
    pub(crate) locked: bool,
    pub(crate) fix: Fix,
    pub(crate) renamed_from: &'a str,
    pub(crate) deprecated: Option<&'a str>,
    /// Index of the param `incomplete`.
    pub(crate) incomplete: Option<u8>,
    pub(crate) unchecked_members: &'static [&'static str],
}

impl<'a> Metadata<'a> {
    pub(crate) const fn of(rule: &Rule<'a>) -> Metadata<'a> {
        let Rule { name, level, basis, source, params, constants, .. } = *rule;
        let Rule { locked, fix, renamed_from, deprecated, unchecked_members, .. } = *rule;
        let (mut incomplete, mut at) = (None, 0);
        while at < params.len() {
            if same(params[at].as_bytes(), b"incomplete") {
                incomplete = Some(at as u8);
            }
            at += 1;
        }
        Metadata {
            name,
            level,
            basis,
            source,
            params,
            constants,
            locked,
            fix,
            renamed_from,
            deprecated,
            incomplete,
            unchecked_members,
        }
    }
}

/// The metadata of every rule of the catalogue, in a table of its own, so that a program that only checks and reports
/// doesn't contain the rest.
pub(crate) static METADATA: [Metadata<'static>; COUNT] = {
    let mut all = [Metadata::of(&Rule::DEFAULT); COUNT];
    let mut position = 0;
    while position < COUNT {
        all[position] = Metadata::of(&CATALOGUE[position]);
        position += 1;
    }
    all
};

/// The position of the rule with that name, or one that no set contains if this build doesn't know it. For constants:
/// `const { position_of("refund.too_old") }`.
pub(crate) const fn position_of(name: &str) -> u16 {
    let (mut position, mut section) = (0, 0);
    while section < SECTIONS.len() {
        let mut at = 0;
        while at < SECTIONS[section].len() {
            let rule = &SECTIONS[section][at];
            if same(rule.name.as_bytes(), name.as_bytes()) {
                return if rule.is_known() { position } else { u16::MAX };
            }
            position += rule.is_known() as u16;
            at += 1;
        }
        section += 1;
    }
    panic!("no rule has this name")
}

/// The position of the first rule of a section that this build knows.
// not covered: the compiler runs it
pub(super) const fn start_of(section: &[Rule]) -> u16 {
    let mut at = 0;
    while at < section.len() {
        if section[at].is_known() {
            return position_of(section[at].name);
        }
        at += 1;
    }
    0
}

/// The rules of each operation.
pub(crate) static OF_OPERATION: [RuleSet; Operation::ALL.len()] = {
    let mut all = [RuleSet::range(0, 0); Operation::ALL.len()];
    let mut operation = 0;
    while operation < all.len() {
        let mut rule = 0;
        while rule < COUNT {
            if CATALOGUE[rule].on.contains(Operation::ALL[operation]) {
                all[operation] = all[operation].with(rule as u16);
            }
            rule += 1;
        }
        operation += 1;
    }
    all
};

const _: () = assert!(COUNT <= RuleSet::MAX, "a set of rules has room for all");
