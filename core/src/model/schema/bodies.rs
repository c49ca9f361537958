//! The body of a request as the type of its operation.

use super::{Capture, CardWebhook, NewClient, Order, Payment, Payout, Refund, Tax};
use crate::model::document::Request;
use crate::model::operation::{Operation, Operations};

macro_rules! bodies {
    ($($(#[$doc:meta])* $method:ident: $view:ident of $on:expr;)*) => {
        impl<'a> Request<'a> {
            $($(#[$doc])*
            #[inline]
            pub fn $method(&'a self) -> Option<$view<'a>> {
                const ON: Operations = $on;
                if const { ON.intersects(Operations::KNOWN) } { self.root(ON) } else { None }
            })*
        }
    };
}

bodies! {
    /// An order's body. `None` for other operations, and if the body isn't an object.
    order: Order of Operations::ORDER;
    /// A payout's body. `None` for other operations, and if the body isn't an object.
    payout: Payout of Operations::PAYOUTS;
    /// A capture's body. `None` for other operations, and if the body isn't an object.
    capture: Capture of Operations::of(&[Operation::Capture]);
    /// A refund's body. `None` for other operations, and if the body isn't an object.
    refund: Refund of Operations::of(&[Operation::Refund]);
    /// The body of client creation. `None` for other operations, and if the body isn't an object.
    new_client: NewClient of Operations::of(&[Operation::Client]);
    /// The body of tax creation. `None` for other operations, and if the body isn't an object.
    tax: Tax of Operations::of(&[Operation::Tax]);
    /// A card post's body. `None` for other operations, and if the body isn't an object.
    payment: Payment of Operations::of(&[Operation::Payment]);
    /// A card webhook's body. `None` for other operations, and if the body isn't an object.
    card_webhook: CardWebhook of Operations::of(&[Operation::CardWebhook]);
}
