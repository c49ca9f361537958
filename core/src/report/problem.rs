//! A rejected report as problem details (RFC 9457).

use super::Report;
use super::json::{array, string};
use core::fmt::{self, Write};

impl Report {
    /// The report as problem details, `application/problem+json`; `None` if it is no reject.
    #[must_use]
    pub fn to_problem(&self) -> Option<String> {
        let mut json = String::with_capacity(256);
        self.write_problem(&mut json).ok()?;
        (!json.is_empty()).then_some(json)
    }

    /// Writes the report as problem details; nothing if it is no reject.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write_problem(&self, out: &mut impl Write) -> fmt::Result {
        let Some(first) = self.refusing() else { return Ok(()) };
        let name = first.rule().name;
        out.write_str("{\"type\":")?;
        string(out, &format_args!("rules/{name}"))?;
        out.write_str(",\"title\":")?;
        string(out, &Title(name))?;
        write!(out, ",\"status\":{}", self.status())?;
        out.write_str(",\"detail\":")?;
        string(out, &first.message())?;
        out.write_str(",\"errors\":")?;
        array(out, self.findings(), |out, finding| {
            out.write_str("{\"pointer\":")?;
            string(out, &format_args!("#{}", finding.path()))?;
            out.write_str(",\"rule\":")?;
            string(out, &finding.rule().name)?;
            out.write_str(",\"level\":")?;
            string(out, &finding.level())?;
            out.write_str(",\"detail\":")?;
            string(out, &finding.message())?;
            out.write_str("}")
        })?;
        out.write_str("}")
    }
}

/// A rule's name as words: the same for every occurrence of the problem.
struct Title(&'static str);

impl fmt::Display for Title {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|character| match character {
            '.' => f.write_str(": "),
            '_' => f.write_str(" "),
            other => f.write_char(other),
        })
    }
}
