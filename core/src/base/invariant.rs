//! Assumptions that hold whatever the input is, although the types don't show it.

/// Passes on an `Option` that is `Some` whatever the input is. In debug, test and fuzz builds a broken
/// assumption panics, so that it is noticed. In release the caller goes on without the value: it
/// must not panic while it handles a payment.
///
/// For a condition there is `debug_assert!`. An operator that can't overflow is written plainly:
/// `+` panics in the same builds.
macro_rules! invariant {
    ($value:expr) => {
        // In release nothing is left of it, not even a variable.
        match $value {
            #[cfg(debug_assertions)]
            None => unreachable!("broken invariant: {}", stringify!($value)),
            value => value,
        }
    };
}

#[cfg(test)]
mod tests {
    #[test]
    #[cfg_attr(debug_assertions, should_panic(expected = "broken invariant: missing"))]
    fn what_is_missing_is_noticed_except_in_release() {
        let missing = None::<u8>;
        assert_eq!(invariant!(missing), None);
    } // not covered: the line before panics in these builds
}
