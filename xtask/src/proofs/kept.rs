//! The results that are kept, a file for each proof.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::PathBuf;
use std::{fs, io};

/// What is known of a proof.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Kept {
    /// The digest of the sources that it is about.
    pub(super) sources: String,
    /// How many parts have passed.
    pub(super) done: usize,
    /// The part after these failed.
    pub(super) has_failed: bool,
    /// The figures of all parts up to now, in a sentence.
    pub(super) sentence: String,
    /// The days of the first part and of the last.
    pub(super) days: [String; 2],
    pub(super) machine: String,
}

impl Kept {
    pub(super) fn passed(done: usize, sentence: String, today: String, machine: String) -> Self {
        let days = [today.clone(), today];
        Self { done, sentence, days, machine, ..Self::default() }
    }

    pub(super) fn failed(done: usize, today: String, machine: String) -> Self {
        Self { has_failed: true, ..Self::passed(done, String::new(), today, machine) }
    }

    /// Lines of a name and a value.
    fn write(&self) -> String {
        let mut text = String::new();
        for (name, value) in [
            ("sources", self.sources.as_str()),
            ("done", &self.done.to_string()),
            ("failed", if self.has_failed { "yes" } else { "no" }),
            ("result", &self.sentence),
            ("first day", &self.days[0]),
            ("last day", &self.days[1]),
            ("machine", &self.machine),
        ] {
            _ = writeln!(text, "{name}: {value}");
        }
        text
    }

    fn read(text: &str) -> Option<Self> {
        let value = |name: &str| {
            let mut lines = text.lines().filter_map(|line| line.split_once(": "));
            lines.find(|(found, _)| *found == name).map(|(_, value)| value.to_owned())
        };
        Some(Self {
            sources: value("sources")?,
            done: value("done")?.parse().ok()?,
            has_failed: value("failed")? == "yes",
            sentence: value("result").unwrap_or_default(),
            days: [value("first day")?, value("last day")?],
            machine: value("machine")?,
        })
    }
}

/// The results for some sources.
pub(super) struct Results {
    folder: PathBuf,
    /// The digest of all sources.
    pub(super) sources: String,
    /// The digests of what each proof is about, by its name.
    about: BTreeMap<&'static str, String>,
}

impl Results {
    pub(super) fn new(
        folder: PathBuf,
        sources: String,
        about: BTreeMap<&'static str, String>,
    ) -> Self {
        Self { folder, sources, about }
    }

    /// The digest of what a proof is about.
    pub(super) fn sources_of(&self, name: &str) -> &str {
        &self.about[name]
    }

    /// The result of a proof on these sources.
    pub(super) fn of(&self, name: &str) -> Option<Kept> {
        let kept = Kept::read(&fs::read_to_string(self.folder.join(name)).ok()?)?;
        (kept.sources == self.sources_of(name)).then_some(kept)
    }

    /// How many parts of a proof need not be run again.
    pub(super) fn done(&self, name: &str) -> usize {
        self.of(name).map_or(0, |kept| kept.done)
    }

    /// Keeps a result, with the day of the first one on these sources, and with the figures of what
    /// passed before if it has none.
    pub(super) fn keep(&self, name: &str, kept: &Kept) -> Result<(), String> {
        let sources = self.sources_of(name).to_owned();
        let mut kept = Kept { sources, ..kept.clone() };
        if let Some(before) = self.of(name).filter(|before| before.done > 0) {
            kept.days[0] = before.days[0].clone();
            if kept.has_failed {
                kept.sentence = before.sentence;
            }
        }
        let written = fs::create_dir_all(&self.folder)
            .and_then(|()| fs::write(self.folder.join(name), kept.write()));
        written.map_err(|error: io::Error| format!("{}: {error}", self.folder.display()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let mut kept = Kept::passed(3, "5: of 6".into(), "2026-11-23".into(), "2 cores".into());
        kept.sources = "0123".into();
        assert_eq!(Kept::read(&kept.write()), Some(kept.clone()));
        kept.has_failed = true;
        kept.sentence.clear();
        assert_eq!(Kept::read(&kept.write()), Some(kept));
        assert_eq!(Kept::read("sources: 0123\n"), None);
    }
}
