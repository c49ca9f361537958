//! A card-payment gateway for testing its clients: `paylint-mock`.
//!
//! It implements all endpoints of the gateway's interface description (§4). [`paylint`] checks each request with the
//! facts that follow from the order's history. A rejected request is answered with its status and problem details
//! (RFC 9457); an accepted one changes the order, which is kept in memory. The README shows how tests start and
//! control it.

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

use ::http::Uri;
use clap::Parser;
use gateway::Gateway;
use paylint::{FactsBuf, Policy, Timestamp};
use std::fmt;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use tokio::net::{TcpListener, lookup_host};
use tokio::signal::unix::{SignalKind, signal};
use zeroizing_alloc::ZeroAlloc;

/// Overwrites freed memory, so that no card data stays in it.
#[global_allocator]
static ALLOCATOR: ZeroAlloc<std::alloc::System> = ZeroAlloc(std::alloc::System);

/// A card-payment gateway for testing its clients. It checks requests like `paylint check`, and keeps orders in memory.
#[derive(Parser)]
#[command(name = "paylint-mock", version, after_help = control::CONTROLS)]
struct Arguments {
    /// Address to listen on; port 0 means a free port, which the first line of the output shows
    #[arg(long, value_name = "HOST:PORT", default_value = "127.0.0.1:8420")]
    listen: String,
    /// Allow an address that other machines can reach
    #[arg(long)]
    anywhere: bool,
    /// A policy's file, or the name of a preset; several are laid one over another
    #[arg(long, value_name = "POLICY", value_parser = layer)]
    policy: Vec<Box<[u8]>>,
    /// A file of standing facts: the merchant, the key, the terminal …
    #[arg(long, value_name = "FILE", value_parser = facts)]
    facts: Option<FactsBuf>,
    /// Refuse requests for which a rule at level deny can't be decided
    #[arg(long)]
    refuse_unchecked: bool,
    /// A folder of templates for answers: order.json, refund.json …, refusal.json
    #[arg(long, value_name = "DIR")]
    answers: Option<PathBuf>,
    /// A file of steps to perform before it listens: [{"key": "sk_test", "path": "/api/v0.6/orders/", "body": {…}}, …]
    #[arg(long, value_name = "FILE")]
    scenario: Option<PathBuf>,
    /// A fixed time, until a test moves it: 2026-11-20T10:15:00Z
    #[arg(long, value_name = "TIME")]
    now: Option<Timestamp>,
    /// The http address to send webhooks to
    #[arg(long, value_name = "URL", value_parser = webhooks::address)]
    webhook: Option<Uri>,
    /// Number of orders and requests to remember
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    orders: usize,
    /// Don't print a line for each request
    #[arg(long)]
    quiet: bool,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    match run(Arguments::parse()).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("paylint-mock: {error}");
            ExitCode::from(2)
        }
    }
}

async fn run(arguments: Arguments) -> Result<(), Box<dyn std::error::Error>> {
    let listen = &arguments.listen;
    let addresses = lookup_host(listen).await.map_err(|error| format!("{listen}: {error}"))?;
    let addresses: Vec<_> = addresses.collect();
    if !addresses.iter().all(|address| address.ip().is_loopback()) && !arguments.anywhere {
        return Err(format!(
            "{listen} can be reached from other machines; say --anywhere if it should"
        )
        .into());
    }
    let layers: Vec<&[u8]> = arguments.policy.iter().map(AsRef::as_ref).collect();
    let mut policy = Policy::default().with_layers(&layers)?;
    if arguments.refuse_unchecked {
        policy = policy.with_json(br#"{"unchecked":"reject"}"#)?;
    }
    let bound = TcpListener::bind(&*addresses).await;
    let listener = bound.map_err(|error| format!("{listen}: {error}"))?;
    let address = listener.local_addr()?;
    let gateway = Gateway::new(&policy, &arguments)?;
    if let Some(file) = &arguments.scenario {
        scenario::play(&gateway, file, &address.to_string())?;
    }
    let mut terminate = signal(SignalKind::terminate())?;
    writeln!(io::stdout(), "listening on http://{address}")?;
    tokio::select! {
        () = http::serve(&listener, &gateway) => {}
        _ = terminate.recv() => {}
        _ = tokio::signal::ctrl_c() => {}
    }
    Ok(())
}

/// Reads a layer of the policy. A name without a dot and a slash is a preset, anything else a file.
fn layer(source: &str) -> Result<Box<[u8]>, String> {
    if source.contains(['/', '.', '\\']) {
        return read(source.as_ref()).map(Vec::into_boxed_slice);
    }
    let preset = Policy::preset(source).map(|json| json.as_bytes().into());
    preset.ok_or_else(|| Policy::unknown_preset(source))
}

fn facts(file: &str) -> Result<FactsBuf, String> {
    FactsBuf::from_json(&read(file.as_ref())?).map_err(|error| error.to_string())
}

fn read(file: &Path) -> Result<Vec<u8>, String> {
    fs::read(file).map_err(|error| in_file(file, &error))
}

fn in_file(file: &Path, error: &dyn fmt::Display) -> String {
    format!("{}: {error}", file.display())
}
