#![doc = include_str!("../README.md")]
//!
//! # On hyper alone
//!
//! The layer goes around your service in the same way:
//!
//! ```
//! # use bytes::Bytes;
//! # use http::{Request, Response};
//! # use http_body_util::Empty;
//! # use std::convert::Infallible;
//! # type Answer = Result<Response<Empty<Bytes>>, Infallible>;
//! use hyper::body::Incoming;
//! use hyper_util::rt::TokioIo;
//! use hyper_util::service::TowerToHyperService;
//! use paylint::Engine;
//! use paylint_tower::{CheckBody, CheckLayer};
//! use tower::{Layer, service_fn};
//!
//! async fn create(order: Request<CheckBody<Incoming>>) -> Answer {
//! #     Ok(Response::default())
//!     // …
//! }
//!
//! # async fn serve(socket: tokio::net::TcpStream) -> hyper::Result<()> {
//! let service = CheckLayer::new(Engine::default()).layer(service_fn(create));
//! hyper::server::conn::http1::Builder::new()
//!     .serve_connection(TokioIo::new(socket), TowerToHyperService::new(service))
//!     .await
//! # }
//! ```
//!
//! A handler can have the report of its request, which lists warnings and what couldn't be decided:
//! `Extension(report): Extension<Arc<Report>>`.
//!
//! # Example client
//!
//! A request that the gateway would reject isn't sent. Whoever sent it gets the answer that the gateway would have
//! given, with a [`Report`] in its extensions.
//!
//! ```
//! use bytes::Bytes;
//! use http::Request;
//! use http_body_util::Full;
//! use hyper_util::client::legacy::Client;
//! use hyper_util::rt::TokioExecutor;
//! use paylint::{Engine, Report};
//! use paylint_tower::CheckLayer;
//! use std::sync::Arc;
//! use tower::{Layer, ServiceExt};
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let client = CheckLayer::new(Engine::default())
//!     .layer(Client::builder(TokioExecutor::new()).build_http());
//!
//! let request = Request::post("http://gateway.example/api/v0.6/orders/42/refund/")
//!     .header("authorization", "Bearer sk_example")
//!     .header("content-type", "application/json")
//!     .body(Full::new(Bytes::from_static(br#"{"amount": true}"#)))?;
//! let response = client.oneshot(request).await?;
//!
//! assert_eq!(response.status(), 400);
//! let report = response.extensions().get::<Arc<Report>>().ok_or("it was sent")?;
//! let rules: Vec<_> = report.findings().map(|finding| finding.rule().name).collect();
//! assert_eq!(rules, ["field.type"]);
//! # Ok(())
//! # }
//! ```
//!
//! # What requests are checked with
//!
//! A [`Tenant`] has an engine, standing facts, and perhaps the facts of one request.
//! [`CheckLayer::for_tenants`] picks one for each request. The layer adds the facts that it sees: the time, the method,
//! the path and the headers, and, if you say [how](CheckLayer::source_address), the source address.
//! What nobody knows leaves rules *unchecked*; if such requests must not go on, the policy says
//! `"unchecked": "reject"`.
//!
//! # Another policy
//!
//! - [`SharedEngine`] is an engine that you can replace while requests are checked with it, for example on SIGHUP.
//! - A [shadow engine](Tenant::shadow) checks every request as well. What it would change is reported and never
//!   enforced: a way to see what a stricter policy would do.
//!
//! # What happened
//!
//! [`CheckLayer::on_check`] passes [`Checked`] to your callback: the report, the time taken and the status of the
//! answer, for metrics and logs. Displayed, it has no value of the request.
//! [`Checked::observation`] is what `paylint calibrate` reads. [`CheckLayer::on_unchecked`] is told of every request that
//! wasn't checked. Both are also events of `tracing` with the target `paylint`: a warning where anything was found.
//!
//! # What the layer leaves to you
//!
//! - It limits the length of a body and the time that it takes to arrive. Limit connections, and the time for a
//!   request's head, in your server or a proxy before it.
//! - The form of a token is checked, not the token; the signatures of webhooks aren't checked.
//! - A body is held in memory until it is checked, so a service may hold as many times the policy's
//!   `max_body_bytes` as it has connections.
//! - Behind the layer, requests have the body type [`CheckBody`]. axum's `Router::layer` takes any; for a service of
//!   yours that wants its own, put `MapRequestBodyLayer` of tower-http between them.
//!
//! [`Report`]: paylint::Report

#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]
#![warn(missing_debug_implementations)]

mod answer;
mod body;
mod check;
mod checked;
mod layer;
mod service;
mod shared;
mod tenant;

pub use body::CheckBody;
pub use checked::Checked;
pub use layer::CheckLayer;
pub use service::Check;
pub use shared::SharedEngine;
pub use tenant::{OfTenant, Tenant};
