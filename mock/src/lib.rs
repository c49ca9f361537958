//! A card-payment gateway for testing its clients: `paylint-mock`.
//!
//! It implements all endpoints of the gateway's interface description (§4). [`paylint`] checks each request with the
//! facts that follow from the order's history. A rejected request is answered with its status and problem details
//! (RFC 9457); an accepted one changes the order, which is kept in memory. The README shows how tests start and
//! control it.
//!
//! The program is [`Mock`] with a command line. Tests in Rust can use [`Mock`] directly:
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
mod fault;
mod form;
mod gateway;
mod http;
mod kept;
mod log;
mod mask;
mod order;
mod page;
mod record;
mod router;
mod scenario;
mod space;
mod webhooks;

pub use control::CONTROLS;

use ::http::Uri;
use clap::Args;
use paylint::{FactsBuf, Policy, Timestamp};
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tokio::net::TcpListener;

/// How a gateway behaves.
#[derive(Debug, Default)]
pub struct Settings {
    /// The policy for checking requests.
    pub policy: Policy,
    /// The standing facts: the merchant, the key, the terminal …
    pub facts: FactsBuf,
    /// Other options, as on the command line.
    pub options: Options,
}

/// Options of the command line that need no conversion.
#[derive(Args, Debug)]
pub struct Options {
    /// A folder of templates for answers: order.json, refund.json …, refusal.json
    #[arg(long, value_name = "DIR")]
    pub answers: Option<PathBuf>,
    /// A file of steps to perform before it listens: [{"key": "sk_test", "path": "/api/v0.6/orders/", "body": {…}}, …]
    #[arg(long, value_name = "FILE")]
    pub scenario: Option<PathBuf>,
    /// A fixed time, until a test moves it: 2026-11-20T10:15:00Z
    #[arg(long, value_name = "TIME")]
    pub now: Option<Timestamp>,
    /// The http address to send webhooks to
    #[arg(long, value_name = "URL")]
    pub webhook: Option<Uri>,
    /// Number of orders and requests to remember
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    pub orders: usize,
    /// Don't print a line for each request
    #[arg(long)]
    pub quiet: bool,
}

impl Default for Options {
    fn default() -> Options {
        let (answers, scenario, now, webhook) = (None, None, None, None);
        Options { answers, scenario, now, webhook, orders: 10_000, quiet: false }
    }
}

/// Why a gateway can't start.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A template or a scenario can't be read or isn't one, or a step of the scenario is refused.
    #[error("{0}: {1}")]
    File(PathBuf, String),
    /// The webhooks' address isn't valid.
    #[error(
        "webhooks are sent by http, to an address such as http://127.0.0.1:8080/webhook, not to {0}"
    )]
    Webhook(Uri),
    /// The listener has no address.
    #[error(transparent)]
    Listener(#[from] std::io::Error),
}

impl Error {
    fn in_file(file: &Path, error: &dyn fmt::Display) -> Error {
        Error::File(file.to_owned(), error.to_string())
    }
}

/// A gateway that is ready to answer.
pub struct Mock {
    listener: TcpListener,
    gateway: Arc<gateway::Gateway>,
}

/// Shows only the address.
impl fmt::Debug for Mock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
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
        if let Some(file) = &settings.options.scenario {
            scenario::play(&gateway, file, &listener.local_addr()?.to_string())?;
        }
        Ok(Mock { listener, gateway })
    }

    /// Answers requests until it is dropped.
    pub async fn serve(self) {
        http::serve(&self.listener, &self.gateway).await;
    }
}
