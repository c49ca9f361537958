//! What if: which members may or must be given ([`Engine::fields`]), and the smallest changes that
//! make a request acceptable ([`Engine::repairs`]).
//!
//! The engine answers both by asking itself: it changes the body, checks again, and compares. So no
//! rule declares anything for them, and a tenant's and an embedder's own rules take part.
//!
//! No value of the body is in an answer: what is added is made up ([`members`](crate::members)
//! lists the examples), or a limit that a rule names.

mod edit;
mod fields;
mod inquiry;
mod json;
mod order;
mod outline;
mod repairs;
mod search;

pub use edit::Op;
pub use fields::{Field, Fields, State};
pub use repairs::{Beyond, Change, Repair, Repairs};

use crate::engine::Engine;
use crate::facts::Facts;
use crate::operation::Operation;

impl Engine {
    /// For a form or an editor: says of every known member whether it may be given and whether it
    /// must be, in document order.
    ///
    /// It checks the request once for each member that is absent: at most 4,096 times, and at most
    /// 64 MiB of bodies.
    #[must_use]
    pub fn fields(&self, operation: Operation, body: &[u8], facts: &Facts<'_>) -> Fields<'_> {
        fields::fields(self, operation, body, facts)
    }

    /// The smallest changes of a body that make it acceptable.
    ///
    /// It checks changed bodies: at most 4,096 times, and at most 64 MiB of them. If a policy's own
    /// rules contradict each other in very many ways, it ends before that.
    #[must_use]
    pub fn repairs(&self, operation: Operation, body: &[u8], facts: &Facts<'_>) -> Repairs<'_> {
        repairs::repairs(self, operation, body, facts)
    }
}
