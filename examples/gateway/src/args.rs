//! The options.

use clap::{Parser, value_parser};
use std::time::Duration;

/// The engine before the endpoints of a payment service.
#[derive(Parser)]
#[command(name = "paylint-gateway")]
pub(crate) struct Args {
    /// Address to listen on
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8080")]
    pub(crate) listen: String,
    /// The facts that are the same for every request
    #[arg(long, value_name = "FILE", default_value = "examples/gateway/facts.json")]
    pub(crate) facts: String,
    /// How strict to be; read again on SIGHUP
    #[arg(long, value_name = "FILE", default_value = "examples/gateway/policy.json")]
    pub(crate) policy: String,
    /// A policy to compare with the one that decides; read again on SIGHUP
    #[arg(long, value_name = "FILE")]
    pub(crate) shadow: Option<String>,
    /// How often to look whether a policy's file has changed; 0 for never
    #[arg(long, value_name = "SECONDS", default_value = "2", value_parser = seconds)]
    pub(crate) policy_interval: Duration,
    /// Sample orders
    #[arg(long, value_name = "FILE", default_value = "examples/gateway/orders.json")]
    pub(crate) orders: String,
    /// Address to serve metrics on
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) metrics: Option<String>,
    /// Connections at a time; further clients wait
    #[arg(long, value_name = "NUMBER", default_value = "1024")]
    #[arg(value_parser = value_parser!(u32).range(1..=1_000_000))]
    pub(crate) connections: u32,
    /// Time for a request's head, and for an open connection's next request to come
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
    pub(crate) head_timeout: Duration,
    /// Time for a request's body
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
    pub(crate) body_timeout: Duration,
    /// Time in which a client must read some of its answer
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
    pub(crate) answer_timeout: Duration,
    /// Time for requests that have begun, when the service is asked to stop
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
    pub(crate) stop_timeout: Duration,
    /// Log lines that may wait to be written; more are dropped and counted
    #[arg(long, value_name = "LINES", default_value = "4096")]
    #[arg(value_parser = value_parser!(u32).range(1..=1_000_000))]
    pub(crate) log_queue: u32,
}

impl Args {
    /// How often to look whether a policy's file has changed, if at all.
    pub(crate) fn policy_period(&self) -> Option<Duration> {
        Some(self.policy_interval).filter(|period| !period.is_zero())
    }
}

/// A time such as `10` or `0.5`, of a day at most.
fn seconds(text: &str) -> Result<Duration, &'static str> {
    match text.parse() {
        Ok(seconds @ 0.0..=86400.0) => Ok(Duration::from_secs_f64(seconds)),
        _ => Err("not a number of seconds from 0 to 86400"),
    }
}
