//! Macros for enums with named values, and for `Debug` output that is only a text.

/// Declares enums with a name for each value.
macro_rules! words {
    ($($(#[$attribute:meta])* $vis:vis $type:ident {
        $($(#[$value_doc:meta])* $value:ident = $word:literal,)*
    })*) => {$(
        $(#[$attribute])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
        $vis enum $type {
            $($(#[$value_doc])* #[cfg_attr(feature = "schemars", schemars(rename = $word))] $value),*
        }

        impl $type {
            /// Every value, in order.
            $vis const ALL: &'static [$type] = &[$($type::$value),*];

            /// The name in JSON.
            $vis const fn name(self) -> &'static str {
                match self { $($type::$value => $word),* }
            }

            /// The value with that name.
            $vis fn from_name(name: &str) -> Option<$type> {
                match name { $($word => Some($type::$value),)* _ => None }
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
