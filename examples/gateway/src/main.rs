//! Runs the example: reads its files, listens, and stops when it is asked to.

#![forbid(unsafe_code)]

mod args;

use args::Args;
use clap::Parser;
use paylint::FactsBuf;
use paylint_gateway::log::Log;
use paylint_gateway::metrics::{self, Metrics};
use paylint_gateway::policies::{self, PolicyFile, Role};
use paylint_gateway::server::{Limits, serve};
use paylint_gateway::shadow::{Capacity, Shadow};
use paylint_gateway::signals::{Hangups, Signals};
use paylint_gateway::{Setup, access_log, app, orders};
use std::io::{stderr, stdout};
use std::net::SocketAddr;
use std::process::{self, ExitCode};
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

/// How much may wait to be compared with the shadow.
const SHADOW_QUEUE: Capacity = Capacity { decisions: 256, body_bytes: 64 << 20 };
/// How many connections there may be to read metrics.
const METRICS_CONNECTIONS: usize = 16;
/// How long each thing that is left to do may take when the service stops.
const LAST_WORDS: Duration = Duration::from_secs(1);

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
    let say = {
        let messages = messages.clone();
        move |what: String| messages.write(format!("paylint-gateway: {what}"))
    };
    tracing::subscriber::set_global_default(access_log::subscriber(log.clone()))
        .map_err(|error| error.to_string())?;
    let (setup, files) = setup(args, &log)?;
    let (metrics, shadow) = (Arc::clone(&setup.metrics), setup.shadow.clone());
    let signals = Signals::new().map_err(no_signals)?;
    reload_when_asked(files, args.policy_period(), Arc::clone(&metrics), say.clone())?;
    let (listener, address) = listen(&args.listen).await?;
    let measured = match &args.metrics {
        Some(address) => Some(listen(address).await?),
        None => None,
    };
    say(format!("listening on http://{address}"));
    let measuring = measured.map(|(listener, address)| {
        say(format!("metrics at http://{address}/metrics"));
        let limits = limits(args, METRICS_CONNECTIONS);
        measure(listener, metrics, Limits { stop_timeout: LAST_WORDS, ..limits })
    });
    let stop = {
        let say = say.clone();
        async move {
            first(signals).await;
            say("stopping".to_owned());
        }
    };
    let cut = serve(listener, app(setup), limits(args, args.connections as usize), stop).await;
    if let Some(shadow) = shadow {
        shadow.finish(LAST_WORDS).await;
    }
    let dropped = log.finish(LAST_WORDS).await;
    // Metrics can be read until the last request has been answered and counted.
    if let Some((stop, stopped)) = measuring {
        drop(stop);
        _ = stopped.await;
    }
    say(format!("stopped (connections cut off: {cut}, log lines dropped: {dropped})"));
    messages.finish(LAST_WORDS).await;
    Ok(())
}

fn setup(args: &Args, log: &Log) -> Result<(Setup, Vec<PolicyFile>), String> {
    let enforced = PolicyFile::open(Role::Enforced, &args.policy)?;
    let shadow = args.shadow.as_deref().map(|path| PolicyFile::open(Role::Shadow, path));
    let shadow = shadow.transpose()?;
    let engine = enforced.engine();
    let shadow_engine = shadow.as_ref().map(PolicyFile::engine);
    let files: Vec<PolicyFile> = [enforced].into_iter().chain(shadow).collect();
    let engines = files.iter().map(|file| (file.role(), file.engine())).collect();
    let metrics = Arc::new(Metrics::new(engines, log.clone()));
    let setup = Setup {
        engine,
        standing: Arc::new(file(&args.facts, FactsBuf::from_json)?),
        orders: Arc::new(file(&args.orders, orders::from_json)?),
        body_timeout: args.body_timeout,
        shadow: shadow_engine
            .map(|engine| Shadow::start(engine, Arc::clone(&metrics), log.clone(), SHADOW_QUEUE)),
        metrics,
    };
    Ok((setup, files))
}

/// Reads the policies again on SIGHUP and when their files change, and says what became of it.
fn reload_when_asked(
    files: Vec<PolicyFile>,
    period: Option<Duration>,
    metrics: Arc<Metrics>,
    say: impl Fn(String) + Send + 'static,
) -> Result<(), String> {
    let mut hangups = Hangups::new().map_err(no_signals)?;
    let reload = policies::watch(files, period, move |file, reload| {
        metrics.reloaded(file.role(), reload);
        say(file.describe(reload));
    });
    tokio::spawn(async move {
        loop {
            hangups.next().await;
            _ = reload.send(());
        }
    });
    Ok(())
}

async fn listen(address: &str) -> Result<(TcpListener, SocketAddr), String> {
    let cannot = |error| format!("cannot listen on {address}: {error}");
    let listener = TcpListener::bind(address).await.map_err(cannot)?;
    let address = listener.local_addr().map_err(cannot)?;
    Ok((listener, address))
}

/// Serves metrics until the sender is dropped.
fn measure(
    listener: TcpListener,
    metrics: Arc<Metrics>,
    limits: Limits,
) -> (oneshot::Sender<()>, JoinHandle<usize>) {
    let (stop, stopped) = oneshot::channel();
    let stopped = async {
        _ = stopped.await;
    };
    (stop, tokio::spawn(serve(listener, metrics::app(metrics), limits, stopped)))
}

fn limits(args: &Args, connections: usize) -> Limits {
    Limits {
        head_timeout: args.head_timeout,
        answer_timeout: args.answer_timeout,
        connections,
        stop_timeout: args.stop_timeout,
    }
}

/// Waits for the first signal. The second ends the process at once.
async fn first(mut signals: Signals) {
    signals.next().await;
    tokio::spawn(async move {
        signals.next().await;
        process::exit(1);
    });
}

fn no_signals(error: std::io::Error) -> String {
    format!("cannot listen for signals: {error}")
}

/// Reads a file and what is in it.
fn file<T, E: ToString>(path: &str, read: impl Fn(&[u8]) -> Result<T, E>) -> Result<T, String> {
    let bytes = std::fs::read(path).map_err(|error| format!("{path}: {error}"))?;
    read(&bytes).map_err(|error| format!("{path}: {}", error.to_string()))
}
