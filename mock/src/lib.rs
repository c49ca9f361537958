//! A card-payment gateway for the tests of its clients: `paylint-mock`.
//!
//! It answers all endpoints of the gateway's interface description (§4): a request is checked as [`paylint`] would
//! check it, with the facts that the order's own history gives. What is rejected is answered with its status and
//! problem details (RFC 9457); what is accepted changes the order, which is kept in memory. The README shows how
//! tests start it and steer it.
//!
//! The program is [`serve`] with a command line around it. A test in Rust can call it, too:
//!
//! ```no_run
//! # async fn run() -> Result<(), Box<dyn std::error::Error>> {
//! let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
//! let address = listener.local_addr()?;
//! tokio::spawn(paylint_mock::serve(listener, paylint_mock::Settings::default()));
//! # Ok(())
//! # }
//! ```

#![forbid(unsafe_code)]

mod answers;
mod gateway;
mod http;
mod kept;
mod mask;
mod webhooks;

use axum::http::Uri;
use paylint::{FactsBuf, Policy, Timestamp};
use std::path::PathBuf;
use tokio::net::TcpListener;

/// How a gateway behaves.
#[derive(Debug)]
pub struct Settings {
    /// What requests are checked by.
    pub policy: Policy,
    /// The standing facts: the merchant, the key, the terminal …
    pub facts: FactsBuf,
    /// A folder of templates that replace the built-in answers: `order.json`, `refund.json` …, by the operation's name.
    pub answers: Option<PathBuf>,
    /// The time at the start, which then stands still until a test moves it. Without it, the system's time passes.
    pub now: Option<Timestamp>,
    /// Where webhooks are sent, by `http`.
    pub webhook: Option<Uri>,
    /// How many orders, clients and taxes, and how many requests, are kept at most. The oldest are forgotten.
    pub orders: usize,
}

impl Default for Settings {
    fn default() -> Settings {
        let (policy, facts) = (Policy::default(), FactsBuf::new());
        Settings { policy, facts, answers: None, now: None, webhook: None, orders: 10_000 }
    }
}

/// Why a gateway can't start, or had to stop.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A template can't be read, or isn't one.
    #[error("{0}: {1}")]
    Answer(PathBuf, String),
    /// The webhooks' address isn't one.
    #[error(
        "webhooks are sent by http, to an address such as http://127.0.0.1:8080/webhook, not to {0}"
    )]
    Webhook(Uri),
    /// The listener failed.
    #[error(transparent)]
    Listener(#[from] std::io::Error),
}

/// Answers the requests of a listener until it fails.
///
/// # Errors
/// If a template or the webhooks' address is wrong; then nothing is answered. Or if the listener fails.
pub async fn serve(listener: TcpListener, settings: Settings) -> Result<(), Error> {
    let router = http::router(gateway::Gateway::new(settings)?);
    Ok(axum::serve(listener, router).await?)
}
