//! Macros for enums with named values, and for `Debug` output that is only a text.

/// Declares enums with a name for each value.
macro_rules! words {
    ($($(#[$attribute:meta])* $vis:vis $type:ident {
        $(#[$first_doc:meta])* $first:ident = $first_word:literal,
        $($(#[$value_doc:meta])* $value:ident = $word:literal,)*
    })*) => {$(
        $(#[$attribute])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
        $vis enum $type {
            $(#[$first_doc])* #[cfg_attr(feature = "schemars", schemars(rename = $first_word))] $first,
            $($(#[$value_doc])* #[cfg_attr(feature = "schemars", schemars(rename = $word))] $value),*
        }

        #[allow(dead_code, reason = "few types need all of these")]
        impl $type {
            /// Every value, in order.
            $vis const ALL: &'static [$type] = &[$type::$first, $($type::$value),*];

            /// The names of all values, in order.
            $vis const NAMES: &'static [&'static str] = &[$first_word, $($word),*];

            /// The name in JSON.
            $vis const fn name(self) -> &'static str {
                match self { $type::$first => $first_word, $($type::$value => $word),* }
            }

            /// The value with that name.
            $vis fn from_name(name: &str) -> Option<$type> {
                match name {
                    $first_word => Some($type::$first),
                    $($word => Some($type::$value),)*
                    _ => None,
                }
            }

            /// The value with that name, or the error in facts and policies.
            pub(crate) fn named(name: &str) -> Result<$type, &'static str> {
                let error = concat!("not one of ", $first_word, $(", ", $word),*);
                $type::from_name(name).ok_or(error)
            }
        }
    )*};
}

/// Implements `Debug` as the given text, so that nothing else of a value is shown.
macro_rules! debug_as {
    ($($(#[$doc:meta])* $type:ty: |$value:pat_param| $text:expr;)*) => {$(
        $(#[$doc])*
        impl ::core::fmt::Debug for $type {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let $value = self;
                f.write_str($text)
            }
        }
    )*};
}
