//! A card-payment gateway for the tests of its clients: `paylint-mock`.
//!
//! It answers all endpoints of the gateway's interface description (§4): a request is checked as [`paylint`] would
//! check it, with the facts that the order's own history gives. What is rejected is answered with its status and
//! problem details (RFC 9457); what is accepted changes the order, which is kept in memory. The README shows how
//! tests start it and steer it.
//!
//! The program is [`Mock`] with a command line around it. A test in Rust can use it, too:
//!
//! ```no_run
//! # async fn run() -> Result<(), Box<dyn std::error::Error>> {
//! let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
//! let address = listener.local_addr()?;
//! let mock = paylint_mock::Mock::new(listener, paylint_mock::Settings::default())?;
//! tokio::spawn(mock.serve());
//! # Ok(())
//! # }
//! ```

#![forbid(unsafe_code)]

mod answers;
mod control;
mod created;
mod form;
mod gateway;
mod http;
mod kept;
mod log;
mod mask;
mod next;
mod order;
mod page;
mod record;
mod router;
mod scenario;
mod space;
mod webhooks;

pub use control::CONTROLS;

use ::http::Uri;
use paylint::{FactsBuf, Policy, Timestamp};
use std::path::PathBuf;
use std::sync::Arc;
use tokio::net::TcpListener;

/// How a gateway behaves.
#[derive(Debug)]
pub struct Settings {
    /// The policy that requests are checked by.
    pub policy: Policy,
    /// The standing facts: the merchant, the key, the terminal …
    pub facts: FactsBuf,
    /// A folder of templates that replace the built-in answers: `order.json`, `refund.json` …, by the operation's name,
    /// and `refusal.json`.
    pub answers: Option<PathBuf>,
    /// A file of calls and requests that are done first.
    pub scenario: Option<PathBuf>,
    /// The time at the start, which then stands still until a test moves it. Without it, the system's time passes.
    pub now: Option<Timestamp>,
    /// Where webhooks are sent, by `http`, unless a key has set an address of its own.
    pub webhook: Option<Uri>,
    /// How many orders, clients and taxes are kept at most, how many requests, and how many webhooks. The oldest are
    /// forgotten.
    pub orders: usize,
    /// Prints no line for each request.
    pub quiet: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            policy: Policy::default(),
            facts: FactsBuf::new(),
            answers: None,
            scenario: None,
            now: None,
            webhook: None,
            orders: 10_000,
            quiet: false,
        }
    }
}

/// Why a gateway can't start.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A template can't be read, or isn't one.
    #[error("{0}: {1}")]
    Answer(PathBuf, String),
    /// A scenario can't be read, or a step of it is refused.
    #[error("{0}: {1}")]
    Scenario(PathBuf, String),
    /// The webhooks' address isn't one.
    #[error(
        "webhooks are sent by http, to an address such as http://127.0.0.1:8080/webhook, not to {0}"
    )]
    Webhook(Uri),
    /// The listener has no address.
    #[error(transparent)]
    Listener(#[from] std::io::Error),
}

/// A gateway that is ready to answer.
pub struct Mock {
    listener: TcpListener,
    gateway: Arc<gateway::Gateway>,
}

/// Shows the address alone.
impl std::fmt::Debug for Mock {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Mock({:?})", self.listener.local_addr())
    }
}

impl Mock {
    /// Checks the settings and plays the scenario; requests wait until [`Mock::serve`]. Needs tokio's runtime if the
    /// scenario sends webhooks.
    ///
    /// # Errors
    /// If a template, the scenario or the webhooks' address is wrong.
    pub fn new(listener: TcpListener, mut settings: Settings) -> Result<Mock, Error> {
        let gateway = gateway::Gateway::new(&mut settings)?;
        if let Some(file) = &settings.scenario {
            scenario::play(&gateway, file, &listener.local_addr()?.to_string())?;
        }
        Ok(Mock { listener, gateway })
    }

    /// Answers requests until it is dropped.
    pub async fn serve(self) {
        http::serve(&self.listener, &self.gateway).await;
    }
}
