//! Serializing reports. `serde_json` gives the bytes of [`Report::to_json`].

use super::values::Shown;
use crate::check::report::{Finding, Obligation, Report, Unchecked};
use crate::check::rule::ParamValue;
use crate::model::facts::FactSet;
use alloc::string::String;
use alloc::vec::Vec;
use serde_core::ser::{Serialize, SerializeMap, SerializeStruct, Serializer};

/// The canonical form: `serde_json::to_string` gives the bytes of [`Report::to_json`].
impl Serialize for Report {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut report = serializer.serialize_struct("Report", 11)?;
        report.serialize_field("verdict", &self.verdict())?;
        report.serialize_field("status", &self.status())?;
        report.serialize_field("operation", &self.operation())?;
        report.serialize_field("scenario", &self.scenario())?;
        report.serialize_field("capabilities", &self.capabilities())?;
        report.serialize_field("total", &self.total())?;
        report.serialize_field("findings", &Each(|| self.findings()))?;
        report.serialize_field("truncated", &self.truncated())?;
        report.serialize_field("unchecked", &Each(|| self.unchecked()))?;
        report.serialize_field("obligations", self.obligations())?;
        report.serialize_field("valid_until", &self.valid_until().map(Shown))?;
        report.end()
    }
}

/// The items of an iterator, as a sequence.
struct Each<F>(F);

impl<I, F> Serialize for Each<F>
where
    I: Iterator<Item: Serialize>,
    F: Fn() -> I,
{
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq((self.0)())
    }
}

/// Writes the canonical form of the report.
impl Serialize for Finding<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let rule = self.rule();
        let mut finding = serializer.serialize_struct("Finding", 7)?;
        finding.serialize_field("rule", rule.name)?;
        finding.serialize_field("level", &self.level())?;
        finding.serialize_field("basis", &rule.basis)?;
        finding.serialize_field("source", &rule.source)?;
        finding.serialize_field("path", &self.path())?;
        finding.serialize_field("message", &self.message())?;
        finding.serialize_field("params", &Params(*self))?;
        finding.end()
    }
}

/// A finding's `params`.
struct Params<'r>(Finding<'r>);

impl Serialize for Params<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut params = serializer.serialize_map(Some(self.0.params().count()))?;
        for (name, param) in self.0.params() {
            params.serialize_entry(name, &param)?;
        }
        params.end()
    }
}

/// Decimals and timestamps are strings, integers are numbers, and lists of names are sequences.
impl Serialize for ParamValue<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match *self {
            ParamValue::Integer(integer) => serializer.serialize_i64(integer),
            ParamValue::Is(holds) => serializer.serialize_bool(holds),
            ParamValue::Hidden | ParamValue::Nothing | ParamValue::Declared(_) => {
                serializer.serialize_none()
            }
            ParamValue::Words(words) => serializer.collect_seq(words),
            ParamValue::Brands(_) => {
                let mut names = Vec::new();
                self.each_name(&mut |name| names.push(String::from(name)));
                serializer.collect_seq(names)
            }
            ParamValue::Pair(a, b) => [a, b].serialize(serializer),
            ParamValue::Members(shape, bits) => {
                serializer.collect_seq(shape.names(bits).collect::<Vec<_>>())
            }
            ParamValue::Decimal(_)
            | ParamValue::Limit(_)
            | ParamValue::Total(_)
            | ParamValue::Word(_)
            | ParamValue::Code(_)
            | ParamValue::Feature(_)
            | ParamValue::Day { .. }
            | ParamValue::Place(..)
            | ParamValue::Type(_)
            | ParamValue::Time(_) => serializer.collect_str(self),
        }
    }
}

/// Writes the canonical form of the report.
impl Serialize for Unchecked<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut unchecked = serializer.serialize_struct("Unchecked", 3)?;
        unchecked.serialize_field("rule", self.rule().name)?;
        unchecked.serialize_field("level", &self.level())?;
        unchecked.serialize_field("needs", &self.needs().collect::<FactSet>())?;
        unchecked.end()
    }
}

/// Writes the canonical form of the report.
impl Serialize for Obligation {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut obligation = serializer.serialize_struct("Obligation", 3)?;
        obligation.serialize_field("kind", self.kind())?;
        obligation.serialize_field("by", &self.by().map(Shown))?;
        obligation.serialize_field("needs", &self.needs().collect::<FactSet>())?;
        obligation.end()
    }
}
