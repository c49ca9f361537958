//! Levels: how strict to be about a rule.

use core::fmt;

words! {
    /// How strict to be about a rule, from the mildest to the strictest.
    #[repr(u8)]
    pub Level {
        /// The rule isn't checked.
        Allow = "allow",
        /// Findings are reported, but don't reject.
        Warn = "warn",
        /// Findings are reported, and the verdict is *reject*.
        Deny = "deny",
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
