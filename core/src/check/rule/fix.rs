//! Kinds of changes that fix findings. How they are made is up to [`crate::ask::fixes`].

words! {
    /// Whether a change can be made without asking.
    pub Applicability {
        /// The request keeps its meaning and is only written correctly. A program can make the change.
        Safe = "safe",
        /// The sender likely meant this, but a person must confirm it.
        Unsafe = "unsafe",
        /// Only the sender knows the value. The change has the member's example in its place, and is never made
        /// automatically.
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
    /// Proposes nothing: no change of the body helps, or none can be guessed.
    None,
    /// Adds the member at the path, with its example as a placeholder.
    Add,
    /// Adds those of the listed members that the object at the path lacks, with their examples.
    AddAll(&'static [&'static str]),
    /// Sets the member at the path to this value, which is JSON text.
    Set(Applicability, &'static str),
    /// Removes the member at the path.
    Remove(Applicability),
    /// Removes an order's `payment_system` or its `products`: the products first if they are known to cost nothing
    /// and a payment method is saved.
    RemoveAuthOrProducts,
    /// Removes the body: safe if the body says nothing.
    RemoveBody,
    /// Adds the member at the path, or, if no member says anything, removes the body.
    AddOrRemoveBody,
    /// Renames the member at the path to the first param, unless another key means the same member.
    Rename,
    /// Puts the member at the path in place of the one whose name differs only in case, if that is null or blank and
    /// no other key means it.
    Merge,
    /// Moves the member at the path to the place in the first param, unless there is more than one such place, or
    /// another key means the same member.
    Move,
    /// Replaces the string at the path with the number in it.
    UnquoteNumber,
    /// Replaces `"true"` and `"false"` with `true` and `false`, where a flag is expected. Replaces a refund's body
    /// that is `null` or `[]` with an example, or removes it.
    RightType,
    /// Replaces the number at the path with the first param, the number that is meant.
    Round,
    /// Writes the code at the path in capitals.
    Capitals,
    /// Writes the country at the path in capitals, and the United Kingdom as GB.
    Country,
    /// Writes the code at the path like a language: `en-US`.
    Language,
    /// Writes the date at the path without separators, with as many digits as the first param says: safe if the year
    /// comes first.
    Digits,
    /// Replaces the number at the path with the first param, a count.
    Count,
    /// Replaces the number at the path with the first param, its limit.
    Limit,
    /// Replaces the value at the path with that of the member that a policy rule compares it with, if an excerpt may
    /// show both.
    Same,
    /// Keeps one of the members that the first param lists: a choice for each, the fullest first.
    KeepOne,
    /// Removes the members that activate one of the two features in the first param: a choice for each.
    RemoveFeature,
}

impl Fix {
    /// Whether it changes no more than the member at the path, so that all fixes of one rule can be made at once.
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

    /// Whether it gives the member at the path another key or another object.
    pub(crate) const fn moves(self) -> bool {
        matches!(self, Fix::Rename | Fix::Move)
    }

    /// Whether it only writes the same value differently, so that its rule has nothing left to report.
    pub(crate) const fn respells(self) -> bool {
        matches!(self, Fix::Capitals | Fix::Country | Fix::Language | Fix::Digits)
    }

    /// Whether it proposes only placeholders, if anything.
    pub(crate) const fn is_placeholder(self) -> bool {
        matches!(self, Fix::None | Fix::Add | Fix::AddAll(_) | Fix::Limit)
    }
}
