//! The numbers that stand for things between JavaScript and the module, so that both sides call them
//! by name. `examples/generate` writes these tables to `js/generated/numbers.ts`.

macro_rules! numbers {
    ($($(#[doc = $doc:literal])* $table:ident { $($name:ident $(= $number:literal)?,)* })*) => {
        $(
            $(#[doc = $doc])*
            #[derive(Clone, Copy, PartialEq, Eq, Debug)]
            #[repr(u8)]
            pub enum $table {
                $(#[allow(missing_docs, reason = "the name says it")] $name $(= $number)?,)*
            }

            impl $table {
                /// All of them, in order.
                pub const ALL: &'static [$table] = &[$($table::$name),*];
            }
        )*

        /// The tables: the name of each, what it is, and the names in it with their numbers.
        pub const TABLES: &[(&str, &str, &[(&str, u8)])] = &[$((
            stringify!($table),
            concat!($($doc),*),
            &[$((stringify!($name), $table::$name as u8)),*],
        )),*];
    };
}

numbers! {
    /// What an entry of facts is: a value, or the name of the member whose value follows, or the group that
    /// a fact belongs to.
    Kind { Null, False, True, Number, Text, EmptyArray, Array, Object, Name, Group, }

    /// How a request is run, as bits: with changing facts laid over the others; for the verdict alone; and what is
    /// asked of `answer`: the fields, the fixes, the body with the safe changes made, or with all that may be.
    How { Laid = 1, Verdict = 2, Fields = 4, Fixes = 8, Apply = 16, ApplyUnsafe = 32, }

    /// What a report says in a word, as bits. Unless rejected, a request is accepted.
    Flag { Rejected = 1, Forbidden = 2, Truncated = 4, ThreeDs = 8, Capture = 16, }

    /// What a finding's param is. The value of `Text` and `Integer` is the length of its text, that of
    /// `Words` and `Members` the number of names.
    ParamKind { Text, Integer, Boolean, Hidden, Nothing, Feature, Pair, Words, Members, }

    /// What the compatibility table says of two features, as bits; neither of the first two if they
    /// are compatible. `A` and `B` are set if the feature has a row, `AListsB` and `BListsA` if that
    /// row lists the other.
    Cell { Incompatible = 1, Disputed = 2, A = 4, AListsB = 8, B = 16, BListsA = 32, }
}
