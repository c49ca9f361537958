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
    /// What the compatibility table says of two features, as bits; neither of the first two if they
    /// are compatible. `A` and `B` are set if the feature has a row, `AListsB` and `BListsA` if that
    /// row lists the other.
    Cell { Incompatible = 1, Disputed = 2, A = 4, AListsB = 8, B = 16, BListsA = 32, }
}
