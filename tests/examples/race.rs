//! A planted data race, which xtask/scripts/threads.sh must see reported: two threads check into
//! one report, which takes unsafe code.

#![allow(unsafe_code, reason = "the compiler does not let a race pass otherwise")]

use std::thread;

use paylint::{Engine, Facts, Operation, Report};

struct Shared(*mut Report);

// SAFETY: it is not, and that is the point.
unsafe impl Sync for Shared {}

fn main() {
    let engine = Engine::default();
    let mut report = Report::new();
    let shared = Shared(&raw mut report);
    thread::scope(|scope| {
        for body in [br#"{"amount":1}"#, br#"{"amount":2}"#] {
            let (engine, shared) = (&engine, &shared);
            scope.spawn(move || {
                for _ in 0..1000 {
                    // SAFETY: as above. A report without findings allocates nothing to be freed
                    // twice.
                    let report = unsafe { &mut *shared.0 };
                    engine.check_into(Operation::Refund, body, &Facts::default(), report);
                }
            });
        }
    });
}
