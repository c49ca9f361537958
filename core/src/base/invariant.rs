//! Assumptions that hold for any input, although the types don't show it.

/// Returns an `Option` that is `Some` for any input. In debug, test and fuzz builds a broken assumption panics, so
/// that we notice. In release the caller goes on without the value: it must not panic while it handles a payment.
///
/// Use `debug_assert!` for conditions, and a plain operator where nothing can overflow: `+` panics in the same
/// builds.
macro_rules! invariant {
    ($value:expr) => {
        // In release, this compiles to nothing.
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
    fn broken_invariant_panics_except_in_release() {
        let missing = None::<u8>;
        assert_eq!(invariant!(missing), None);
    } // not covered: the line before panics in these builds
}
