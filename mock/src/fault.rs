//! Faults that a test requests for the next requests.

use crate::gateway::{plain_problem, text};
use crate::router::{self, Route};
use http::header::CONTENT_LENGTH;
use http::{HeaderMap, HeaderName, HeaderValue, Method, Response};
use paylint::Operation;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::HashMap;
use std::num::NonZero;

/// Maximum number of waiting faults in a space.
pub(crate) const MAX_WAITING: usize = 1000;

const NO_MONEY: &str =
    "decline: this operation moves no money; an order is declined when its card is posted";

/// A fault, and the requests that it applies to.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Fault {
    method: Option<String>,
    /// A path, or its end; `*` matches any segment.
    path: Option<String>,
    operation: Option<Operation>,
    /// Number of requests that it applies to; 1 by default.
    pub(crate) times: Option<NonZero<u32>>,
    /// `true`, or the reason shown to clients: `insufficient_funds`.
    decline: Option<Value>,
    status: Option<u16>,
    body: Option<Value>,
    headers: HashMap<String, String>,
    pub(crate) delay_ms: u64,
    pub(crate) cut: Option<Cut>,
}

/// When to cut the connection.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Cut {
    /// Before the request is performed.
    Before,
    /// After the request is performed, but before the answer.
    After,
}

/// A decline's reason in answers.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Declined {
    pub(crate) on: Operation,
    pub(crate) code: String,
}

impl Fault {
    /// Validates the fault.
    ///
    /// # Errors
    /// If it can never apply.
    pub(crate) fn checked(self) -> Result<Fault, String> {
        for (name, value) in &self.headers {
            // The mock sets the length of an answer.
            let is_name = name.parse().is_ok_and(|name: HeaderName| name != CONTENT_LENGTH);
            if !is_name || value.parse::<HeaderValue>().is_err() {
                return Err(format!(
                    "headers: {name:?} isn't a header, or its value can't be sent"
                ));
            }
        }
        let reason = match self.decline.as_ref() {
            None | Some(Value::Bool(true)) => Some(""),
            Some(reason) => reason.as_str().filter(|reason| !reason.is_empty()),
        };
        let is_small = |byte: u8| byte.is_ascii_lowercase() || byte == b'_';
        let is_reason = |reason: &str| reason.len() <= 40 && reason.bytes().all(is_small);
        let moves_nothing = self.operation.is_some_and(|operation| !can_be_declined(operation));
        let is_possible = self.status.is_none_or(|status| (200..=599).contains(&status));
        let needs_status = self.body.is_some() || !self.headers.is_empty();
        let given = [self.decline.is_some(), self.status.is_some(), self.cut.is_some()];
        let given = given.into_iter().filter(|is_given| *is_given).count();
        let is_method = |name: &str| ["GET", "POST"].contains(&name);
        let problems = [
            (!self.method.as_deref().is_none_or(is_method), "method: expected \"GET\" or \"POST\""),
            (reason.is_none(), "decline: expected true, or the reason as a text"),
            (
                !reason.is_none_or(is_reason),
                "decline: a reason has up to 40 lower-case letters and _",
            ),
            (self.decline.is_some() && moves_nothing, NO_MONEY),
            (!is_possible, "status: expected a number from 200 to 599"),
            (self.status.is_none() && needs_status, "body and headers need a status"),
            (given == 0 && self.delay_ms == 0, "expected one of decline, status, delay_ms, cut"),
            (given > 1, "decline, status and cut exclude each other"),
        ];
        if let Some((_, problem)) = problems.into_iter().find(|(is_there, _)| *is_there) {
            return Err(problem.to_owned());
        }
        match (&self.path, self.operation) {
            _ if self.can_apply() => Ok(self),
            (Some(path), None) => Err(format!("path: nothing is at {path}; an id is written as *")),
            (_, operation) => {
                let name = operation.map_or("request", Operation::name);
                Err(format!("operation: no {name} is sent with this method and path"))
            }
        }
    }

    /// Whether any request can match.
    fn can_apply(&self) -> bool {
        let methods = [Method::GET, Method::POST].into_iter();
        let mut methods =
            methods.filter(|method| self.method.as_deref().is_none_or(|name| name == method));
        let Some(path) = &self.path else {
            // Card webhooks are sent by the gateway.
            let is_sent = self.operation != Some(Operation::CardWebhook);
            return self.operation.is_none() || is_sent && methods.any(|method| method == "POST");
        };
        let path = path.replace('*', &router::id_of(1));
        let is_meant = |route| match route {
            Route::Help | Route::Control | Route::Preflight => false,
            Route::Operation(there) => self.operation.is_none_or(|operation| operation == there),
            _ => self.operation.is_none(),
        };
        path.starts_with('/')
            && methods.any(|method| router::place(&method, &path).route.is_ok_and(is_meant))
    }

    /// Whether it applies to this request. A decline only applies if the rules accept the request.
    pub(crate) fn is_for(
        &self,
        method: &Method,
        path: &str,
        operation: Option<Operation>,
        is_accepted: bool,
    ) -> bool {
        let can_decline = is_accepted && operation.is_some_and(can_be_declined);
        self.method.as_deref().is_none_or(|wanted| wanted == method.as_str())
            && (self.operation.is_none() || self.operation == operation)
            && self.path.as_deref().is_none_or(|wanted| is_end(wanted, path))
            && (self.decline.is_none() || can_decline)
    }

    pub(crate) fn declined(&self, operation: Operation) -> Option<Declined> {
        let code = self.decline.as_ref()?.as_str().unwrap_or("declined");
        Some(Declined { on: operation, code: code.to_owned() })
    }

    /// The answer that replaces the gateway's.
    pub(crate) fn response(&self) -> Option<Response<String>> {
        let status = self.status?;
        let body = match &self.body {
            Some(Value::String(body)) => body.clone(),
            Some(body) => body.to_string(),
            None => plain_problem(status, "the mock gateway was told to answer this").to_string(),
        };
        let mut response = text(status, "application/json", body);
        response.headers_mut().extend(HeaderMap::try_from(&self.headers).unwrap_or_default());
        Some(response)
    }
}

fn can_be_declined(operation: Operation) -> bool {
    use Operation::{CardWebhook, Client, Order, Tax};
    ![Order, Client, Tax, CardWebhook].contains(&operation)
}

/// Whether a path ends with these segments. A trailing slash doesn't matter.
fn is_end(wanted: &str, path: &str) -> bool {
    let mut parts = path.trim_end_matches('/').rsplit('/');
    let mut wanted = wanted.trim_matches('/').rsplit('/');
    wanted.all(|wanted| parts.next().is_some_and(|part| wanted == "*" || wanted == part))
}
