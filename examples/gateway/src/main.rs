//! Runs the example: reads its files, listens, and stops on Ctrl-C when the open requests are
//! answered.

#![forbid(unsafe_code)]

use paylint::{Engine, FactsBuf, Policy};
use paylint_gateway::{Setup, app, orders};
use std::io::{Write, stderr, stdout};
use std::net::SocketAddr;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

const USAGE: &str = "usage: paylint-gateway [--listen ADDRESS] [--facts FILE] [--policy FILE] \
                     [--orders FILE]";

struct Args {
    listen: String,
    facts: String,
    policy: String,
    orders: String,
}

#[tokio::main]
async fn main() -> ExitCode {
    match run().await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            say(&error);
            ExitCode::from(2)
        }
    }
}

async fn run() -> Result<(), String> {
    let args = args(std::env::args().skip(1))?;
    let setup = setup(&args)?;
    let cannot = |error| format!("cannot listen on {}: {error}", args.listen);
    let listener = tokio::net::TcpListener::bind(&args.listen).await.map_err(cannot)?;
    let address = listener.local_addr().map_err(cannot)?;
    say(&format!("listening on http://{address}"));
    let service = app(setup).into_make_service_with_connect_info::<SocketAddr>();
    axum::serve(listener, service)
        .with_graceful_shutdown(async {
            // Without a handler for Ctrl-C the process could never be asked to stop: then do so at
            // once.
            _ = tokio::signal::ctrl_c().await;
            say("stopping");
        })
        .await
        .map_err(|error| error.to_string())
}

fn args(mut given: impl Iterator<Item = String>) -> Result<Args, String> {
    let mut args = Args {
        listen: "127.0.0.1:8080".to_owned(),
        facts: "examples/gateway/facts.json".to_owned(),
        policy: "examples/gateway/policy.json".to_owned(),
        orders: "examples/gateway/orders.json".to_owned(),
    };
    while let Some(name) = given.next() {
        let place = match name.as_str() {
            "--listen" => &mut args.listen,
            "--facts" => &mut args.facts,
            "--policy" => &mut args.policy,
            "--orders" => &mut args.orders,
            _ => return Err(USAGE.to_owned()),
        };
        *place = given.next().ok_or(USAGE)?;
    }
    Ok(args)
}

fn setup(args: &Args) -> Result<Setup, String> {
    let policy = file(&args.policy, Policy::from_json)?;
    Ok(Setup {
        engine: Arc::new(Engine::new(&policy)),
        standing: Arc::new(file(&args.facts, FactsBuf::from_json)?),
        orders: Arc::new(file(&args.orders, orders::from_json)?),
        body_timeout: Duration::from_secs(10),
        // A log that cannot be written must not stop the service.
        log: Arc::new(|line| _ = writeln!(stdout().lock(), "{line}")),
    })
}

/// Reads a file and what is in it.
fn file<T, E: ToString>(path: &str, read: impl Fn(&[u8]) -> Result<T, E>) -> Result<T, String> {
    let bytes = std::fs::read(path).map_err(|error| format!("{path}: {error}"))?;
    read(&bytes).map_err(|error| format!("{path}: {}", error.to_string()))
}

fn say(what: &str) {
    _ = writeln!(stderr().lock(), "paylint-gateway: {what}");
}
