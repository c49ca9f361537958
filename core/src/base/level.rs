//! Levels: how strict to be about a rule.

use core::fmt;

/// How strict to be about a rule.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Level {
    /// The rule isn't checked.
    Allow,
    /// Findings are reported, but don't reject.
    Warn,
    /// Findings are reported, and the verdict is *reject*.
    Deny,
}

impl Level {
    /// Every level, from the mildest to the strictest.
    pub const ALL: &'static [Level] = &[Level::Allow, Level::Warn, Level::Deny];

    /// `allow`, `warn` or `deny`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Level::Allow => "allow",
            Level::Warn => "warn",
            Level::Deny => "deny",
        }
    }

    /// The level with that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Level> {
        Level::ALL.iter().copied().find(|level| level.name() == name)
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
