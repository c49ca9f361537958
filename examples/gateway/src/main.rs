//! Runs the example: reads its files, listens, and stops when it is asked to.

#![forbid(unsafe_code)]

use clap::{Parser, value_parser};
use paylint::{Engine, FactsBuf, Policy};
use paylint_gateway::log::Log;
use paylint_gateway::server::{Limits, serve};
use paylint_gateway::signals::Signals;
use paylint_gateway::{Setup, app, orders};
use std::io::{stderr, stdout};
use std::process::{self, ExitCode};
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;

/// The engine before the endpoints of a payment service.
#[derive(Parser)]
#[command(name = "paylint-gateway")]
struct Args {
    /// Address to listen on
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8080")]
    listen: String,
    /// The facts that are the same for every request
    #[arg(long, value_name = "FILE", default_value = "examples/gateway/facts.json")]
    facts: String,
    /// How strict to be
    #[arg(long, value_name = "FILE", default_value = "examples/gateway/policy.json")]
    policy: String,
    /// Sample orders
    #[arg(long, value_name = "FILE", default_value = "examples/gateway/orders.json")]
    orders: String,
    /// Time for a request's head, and for an open connection's next request to come
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
    head_timeout: Duration,
    /// Time for a request's body
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
    body_timeout: Duration,
    /// Time for requests that have begun, when the service is asked to stop
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
    stop_timeout: Duration,
    /// Log lines that may wait to be written; more are dropped and counted
    #[arg(long, value_name = "LINES", default_value = "4096")]
    #[arg(value_parser = value_parser!(u32).range(1..=1_000_000))]
    log_queue: u32,
}

#[tokio::main]
async fn main() -> ExitCode {
    match run(&Args::parse()).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("paylint-gateway: {error}");
            ExitCode::from(2)
        }
    }
}

async fn run(args: &Args) -> Result<(), String> {
    let log = Log::start(stdout(), args.log_queue as usize);
    // A separate thread here too: standard error may be the same pipe, and as full.
    let messages = Log::start(stderr(), 16);
    let say = |what: String| messages.write(format!("paylint-gateway: {what}"));
    let app = app(setup(args, log.clone())?);
    let signals = Signals::new().map_err(|error| format!("cannot listen for signals: {error}"))?;
    let cannot = |error| format!("cannot listen on {}: {error}", args.listen);
    let listener = TcpListener::bind(&args.listen).await.map_err(cannot)?;
    say(format!("listening on http://{}", listener.local_addr().map_err(cannot)?));
    let stop = async {
        first(signals).await;
        say("stopping".to_owned());
    };
    let limits = Limits { head_timeout: args.head_timeout, stop_timeout: args.stop_timeout };
    let cut = serve(listener, app, limits, stop).await;
    let dropped = log.finish(Duration::from_secs(1)).await;
    say(format!("stopped (connections cut off: {cut}, log lines dropped: {dropped})"));
    messages.finish(Duration::from_secs(1)).await;
    Ok(())
}

/// Waits for the first signal. The second ends the process at once.
async fn first(mut signals: Signals) {
    signals.next().await;
    tokio::spawn(async move {
        signals.next().await;
        process::exit(1);
    });
}

fn setup(args: &Args, log: Log) -> Result<Setup, String> {
    let policy = file(&args.policy, Policy::from_json)?;
    Ok(Setup {
        engine: Arc::new(Engine::new(&policy)),
        standing: Arc::new(file(&args.facts, FactsBuf::from_json)?),
        orders: Arc::new(file(&args.orders, orders::from_json)?),
        body_timeout: args.body_timeout,
        log,
    })
}

/// Reads a file and what is in it.
fn file<T, E: ToString>(path: &str, read: impl Fn(&[u8]) -> Result<T, E>) -> Result<T, String> {
    let bytes = std::fs::read(path).map_err(|error| format!("{path}: {error}"))?;
    read(&bytes).map_err(|error| format!("{path}: {}", error.to_string()))
}

/// A time such as `10` or `0.5`, of a day at most.
fn seconds(text: &str) -> Result<Duration, &'static str> {
    match text.parse() {
        Ok(seconds @ 0.0..=86400.0) => Ok(Duration::from_secs_f64(seconds)),
        _ => Err("not a number of seconds from 0 to 86400"),
    }
}
