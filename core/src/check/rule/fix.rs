//! Kinds of changes that fix findings. How they are made is up to [`crate::ask::fixes`].

words! {
    /// Whether a change can be made without asking.
    pub Applicability {
        /// The request means the same to its sender and is only written right. A program can make the change.
        Safe = "safe",
        /// A likely intention of the sender, which a person must confirm.
        Unsafe = "unsafe",
        /// A value is missing that only the sender knows. The change has the member's example in its place, and
        /// nothing makes it by itself.
        Placeholder = "placeholder",
    }
}

/// The kind of change that fixes the findings of a rule: a member of [`Rule`](super::Rule).
///
/// A kind only proposes changes. [`Engine::fixes`](crate::Engine::fixes) makes them, checks again, and drops
/// those that don't help.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Fix {
    /// No change of the body, or none that can be proposed.
    None,
    /// The member at the path is missing: it is added with its example, as a placeholder.
    Add,
    /// Some members of the object at the path are missing: all are added with their examples.
    AddAll(&'static [&'static str]),
    /// The member at the path is missing or wrong: it gets this value, which is JSON text.
    Set(Applicability, &'static str),
    /// The member at the path is removed.
    Remove(Applicability),
    /// An order's `payment_system` or its `products` are removed: the products first if they are known to cost nothing and
    /// a payment method is saved.
    RemoveAuthOrProducts,
    /// The request is sent without a body: safe if the body says nothing.
    RemoveBody,
    /// The member at the path is added, or, if no member says anything, the request is sent without a body.
    AddOrRemoveBody,
    /// The member at the path gets the name that the first param is, unless another key means the same member.
    Rename,
    /// The member at the path takes the place of the one whose name differs only in case, if that is null or blank and no
    /// other key means it.
    Merge,
    /// The member at the path is moved to where the first param says that it belongs, unless it has more than one such
    /// place, or another key means the same member.
    Move,
    /// The string at the path is replaced by the number that it is.
    UnquoteNumber,
    /// The strings `"true"` and `"false"` are replaced by those words, where a flag is expected. A refund's body that is
    /// `null` or `[]` is replaced by an example, or removed.
    RightType,
    /// The number at the path is replaced by the one that the first param is, because it is what the number
    /// stands for.
    Round,
    /// The code at the path is written in capitals.
    Capitals,
    /// The country at the path is written in capitals, and the United Kingdom as GB.
    Country,
    /// The code at the path is written as a language is: `en-US`.
    Language,
    /// The date at the path is written without separators, with as many digits as the first param says: safe if the year
    /// stands first.
    Digits,
    /// The number at the path is replaced by the one that the first param is, because it counts something.
    Count,
    /// The number at the path is replaced by the limit that the first param is.
    Limit,
    /// The value at the path is replaced by that of the member that a policy rule compares it with, if an excerpt may
    /// show both.
    Same,
    /// One of the members that the first param lists is kept: a choice for each, the fullest first.
    KeepOne,
    /// The members that activate one of the two features that the first param names are removed: a choice for each.
    RemoveFeature,
}

impl Fix {
    /// Whether it changes no more than the member at the path, so that those of one rule can be made at once.
    pub(crate) const fn is_local(self) -> bool {
        matches!(
            self,
            Fix::Remove(_)
                | Fix::Rename
                | Fix::Merge
                | Fix::UnquoteNumber
                | Fix::RightType
                | Fix::Round
                | Fix::Capitals
                | Fix::Country
                | Fix::Language
                | Fix::Digits
        )
    }

    /// Whether it gives the member at the path another key, or another object.
    pub(crate) const fn moves(self) -> bool {
        matches!(self, Fix::Rename | Fix::Move)
    }

    /// Whether it writes the same value in another way, so that its rule has nothing left to say.
    pub(crate) const fn respells(self) -> bool {
        matches!(self, Fix::Capitals | Fix::Country | Fix::Language | Fix::Digits)
    }

    /// Whether all that it proposes is a placeholder.
    pub(crate) const fn is_placeholder(self) -> bool {
        matches!(self, Fix::None | Fix::Add | Fix::AddAll(_) | Fix::Limit)
    }
}
