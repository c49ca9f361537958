//! Levels: how strict to be about a rule.

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
