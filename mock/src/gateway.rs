//! The gateway: answers requests, and records both.

use crate::answers::{Answers, REFUSAL};
use crate::fault::Cut;
use crate::kept::EntryId;
use crate::log::Log;
use crate::mask::mask;
use crate::record::Record;
use crate::router::{self, Match, Route};
use crate::space::{Space, State, key_of};
use crate::{Arguments, control, form, page};
use http::header::{ACCEPT, CONNECTION, CONTENT_TYPE, HOST, HeaderValue, LOCATION};
use http::request::Parts;
use http::{HeaderMap, Method, Response, StatusCode};
use minijinja::context;
use minijinja::value::Serde;
use paylint::facts::HttpRequest;
use paylint::{Engine, Facts, FactsBuf, Level, Operation, Policy, Report, Timestamp, Verdict};
use serde_json::{Value, json};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

pub(crate) struct Gateway {
    pub(crate) me: Weak<Gateway>,
    pub(crate) engine: Engine,
    pub(crate) facts: FactsBuf,
    pub(crate) answers: Answers,
    pub(crate) log: Log,
    state: Mutex<State>,
}

/// A request with what is needed to perform it.
pub(crate) struct Asked<'a> {
    pub(crate) parts: &'a Parts,
    pub(crate) body: &'a [u8],
    /// The body, if it is valid JSON; without card data, except in a card post.
    pub(crate) json: Option<Value>,
    /// Whether the body was a form, which a browser posts without a key.
    pub(crate) is_form: bool,
    /// The hash of its key.
    pub(crate) key: u64,
    /// The serial number of its space.
    pub(crate) serial: u64,
    pub(crate) number: Option<u64>,
    pub(crate) now: Timestamp,
    /// The mock's address.
    pub(crate) base: String,
}

/// An answer, and how to deliver it.
pub(crate) struct Answer {
    pub(crate) response: Response<String>,
    pub(crate) delay_ms: u64,
    /// Whether to cut the connection instead of answering.
    pub(crate) is_cut: bool,
    /// The id of the exchange's record.
    pub(crate) record: Option<EntryId>,
}

/// The response to a request, or the problem details of a refusal.
pub(crate) type Outcome = Result<Response<String>, Refusal>;

/// Problem details of a refusal.
#[derive(Debug)]
pub(crate) struct Refusal(Value);

impl Gateway {
    /// A gateway with a policy.
    ///
    /// # Errors
    /// If a template is wrong.
    pub(crate) fn new(policy: &Policy, arguments: &Arguments) -> Result<Arc<Gateway>, String> {
        let answers = Answers::new(arguments.answers.as_deref())?;
        Ok(Arc::new_cyclic(|me| Gateway {
            me: me.clone(),
            engine: Engine::new(policy),
            facts: arguments.facts.clone().unwrap_or_default(),
            answers,
            log: Log::new(arguments.quiet),
            state: Mutex::new(State::new(arguments)),
        }))
    }

    /// Locks the state. A poisoned lock is no problem: code that can panic runs before any change.
    pub(crate) fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Answers a request.
    pub(crate) fn answer(&self, parts: &Parts, body: &[u8]) -> Answer {
        let place = router::place(&parts.method, parts.uri.path());
        let key = place.space.unwrap_or_else(|| key_of(&parts.headers));
        let mut state = self.state();
        let state = &mut *state;
        let outcome = match (&place.route, time_of(&parts.headers, state.enter(key))) {
            (Ok(Route::Help), _) => Ok(text(200, "text/plain", control::CONTROLS)),
            (Ok(Route::Preflight), _) => Ok(status(StatusCode::NO_CONTENT)),
            (Ok(Route::Control), _) => control::perform(state, parts, body, key),
            (_, Err(error)) => Err(error.into()),
            (_, Ok(now)) => return self.exchange(state, parts, body, (place, key, now)),
        };
        let response = self.respond(parts, outcome);
        Answer { response, delay_ms: 0, is_cut: false, record: None }
    }

    /// Answers a request to the gateway, and records both.
    fn exchange(
        &self,
        state: &mut State,
        parts: &Parts,
        body: &[u8],
        (Match { route, number, .. }, key, now): (Match, u64, Timestamp),
    ) -> Answer {
        let operation = match route {
            Ok(Route::Operation(operation)) => Some(operation),
            _ => None,
        };
        let is_post = operation == Some(Operation::Payment);
        let fields = if is_post { form::fields(&parts.headers, body) } else { None };
        let form = fields.map(|fields| form::card_post(fields).to_string());
        let body = form.as_ref().map_or(body, String::as_bytes);
        let mut json: Option<Value> = serde_json::from_slice(body).ok();
        json.iter_mut().filter(|_| !is_post).for_each(mask);
        let host = parts.headers.get(HOST).and_then(|host| host.to_str().ok());
        let asked = Asked {
            parts,
            body,
            json,
            is_form: form.is_some(),
            key,
            serial: state.enter(key).serial,
            number,
            now,
            base: format!("http://{}", host.unwrap_or("127.0.0.1")),
        };
        let report = operation.map(|operation| self.check(operation, state, &asked));
        let report = report.as_ref();
        let is_accepted = report.is_none_or(|report| report.verdict() == Verdict::Accept);
        let space = state.enter(key);
        let fault = space.take_fault(&parts.method, parts.uri.path(), operation, is_accepted);
        let delay_ms = space.latency_ms.saturating_add(fault.delay_ms);
        space.last_request += 1;
        let number = space.last_request;
        let mut response = match (fault.response(), fault.cut) {
            (_, Some(Cut::Before)) => status(StatusCode::SERVICE_UNAVAILABLE),
            (Some(response), _) => response,
            _ => {
                let declined = operation.and_then(|operation| fault.declined(operation));
                let outcome = match (route, report) {
                    (Err(why), _) => Err(Refusal::new(404, &why)),
                    (_, Some(report)) if !is_accepted => {
                        let problem = report.to_problem().unwrap_or_default();
                        Err(Refusal(serde_json::from_str(&problem).unwrap_or_default()))
                    }
                    (_, Some(report)) => {
                        let is_browser = asked.is_form && accepts(parts, "text/html");
                        let performed = self.perform(state, &asked, report, declined);
                        performed.map(|order| page::returned(order, is_browser))
                    }
                    (Ok(route), None) => self.look(state, &asked, route),
                };
                self.respond(parts, outcome)
            }
        };
        if is_post {
            // Closing the connection frees its buffer, which overwrites it.
            response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
        }
        let record = Record::new(&asked, number, operation, report, &response);
        self.log.write(record.line(report));
        let place = (asked.serial, number);
        state.records.add(place, record.bytes(), record);
        Answer { response, delay_ms, is_cut: fault.cut.is_some(), record: Some(place) }
    }

    /// Checks a request with the facts that follow from the order's history.
    fn check(&self, operation: Operation, state: &mut State, asked: &Asked<'_>) -> Report {
        let parts = asked.parts;
        let headers = headers_of(parts);
        let standing = self.facts.as_facts();
        let request = HttpRequest {
            method: Some(parts.method.as_str()),
            path: parts.uri.path_and_query().map(|path| path.as_str()),
            headers: Some(headers.as_slice().into()),
            // Only webhooks have rules about it, and the gateway receives none.
            source_address: None,
        };
        let order = state.order(asked).map(|order| order.facts()).ok().or(standing.order);
        let request = Some(request).filter(|_| !asked.is_form);
        let facts = Facts { now: Some(asked.now), request, order, ..standing };
        self.engine.check(operation, asked.body, &facts)
    }

    /// Refuses a GET without a valid key; no operation's rules check it.
    fn check_key(&self, asked: &Asked<'_>) -> Result<(), Refusal> {
        let headers = headers_of(asked.parts);
        let headers = Some(headers.as_slice().into());
        let request = Some(HttpRequest { headers, ..HttpRequest::default() });
        let facts = Facts { request, ..Facts::default() };
        let report = self.engine.check(Operation::Reversal, b"", &facts);
        let mut denied = report.findings().filter(|finding| finding.level() == Level::Deny);
        let finding = denied.find(|finding| finding.rule().name == "http.authorization");
        finding.map_or(Ok(()), |finding| Err(Refusal::new(403, &finding.message())))
    }

    /// Answers requests that change nothing, and the shopper's choice.
    fn look(&self, state: &mut State, asked: &Asked<'_>, route: Route) -> Outcome {
        match route {
            Route::One(kind) => {
                self.check_key(asked)?;
                let created = state.created(asked.serial, asked.number)?;
                if created.kind() != kind {
                    return Err(Refusal::nothing_here());
                }
                created.rendered(self, asked, created.operation).map(json)
            }
            Route::All(kind) => {
                self.check_key(asked)?;
                page::list(self, state, asked, kind).map(json)
            }
            Route::Checkout if asked.parts.method == Method::POST => {
                page::chosen(self, state, asked)
            }
            Route::Checkout => page::checkout(state, asked),
            _ => Err(Refusal::nothing_here()),
        }
    }

    /// The response for an outcome, in the format that the client accepts.
    fn respond(&self, parts: &Parts, outcome: Outcome) -> Response<String> {
        let Refusal(problem) = match outcome {
            Ok(response) => return response,
            Err(refusal) => refusal,
        };
        let code = problem["status"].as_u64().and_then(|code| u16::try_from(code).ok());
        let is_json = accepts(parts, "application/json");
        let values = context! { problem => Serde(&problem), is_json };
        let kind = if is_json { "application/json" } else { "application/problem+json" };
        let body = self.answers.render(REFUSAL, values);
        text(code.unwrap_or(400), kind, body.unwrap_or_else(|error| error))
    }
}

impl Refusal {
    /// A refusal that no rule makes.
    pub(crate) fn new(status: u16, detail: &str) -> Refusal {
        Refusal(plain_problem(status, detail))
    }

    pub(crate) fn nothing_here() -> Refusal {
        Refusal::new(404, "this key has nothing with this id, or it was forgotten")
    }
}

impl<T: AsRef<str>> From<T> for Refusal {
    fn from(detail: T) -> Refusal {
        Refusal::new(400, detail.as_ref())
    }
}

pub(crate) const WRONG_TIME: &str = "not a time such as 2026-11-20T10:15:00Z";

/// The time of a request: from its header, or else its space's.
fn time_of(headers: &HeaderMap, space: &Space) -> Result<Timestamp, String> {
    match headers.get("paylint-mock-now") {
        Some(now) => {
            let now = now.to_str().ok().and_then(|now| now.parse().ok());
            now.ok_or_else(|| format!("paylint-mock-now: {WRONG_TIME}"))
        }
        None => space.clock.now(),
    }
}

/// Whether a client accepts answers of a type.
fn accepts(parts: &Parts, kind: &str) -> bool {
    let accept = parts.headers.get(ACCEPT).and_then(|accept| accept.to_str().ok());
    accept.is_some_and(|accept| accept.contains(kind))
}

/// The headers of a request. A value that isn't text becomes empty: if it were left out, a second header of that name would
/// count instead.
fn headers_of(parts: &Parts) -> Vec<(&str, &str)> {
    let headers = parts.headers.iter();
    headers.map(|(name, value)| (name.as_str(), value.to_str().unwrap_or_default())).collect()
}

pub(crate) fn plain_problem(status: u16, detail: &str) -> Value {
    json!({ "type": "about:blank", "status": status, "detail": detail })
}

pub(crate) fn status(status: StatusCode) -> Response<String> {
    let mut response = Response::new(String::new());
    *response.status_mut() = status;
    response
}

pub(crate) fn json(body: String) -> Response<String> {
    text(200, "application/json", body)
}

/// Redirects a browser to an address.
pub(crate) fn sent_to(address: &str) -> Response<String> {
    let mut response = status(StatusCode::SEE_OTHER);
    if let Ok(address) = HeaderValue::from_bytes(address.as_bytes()) {
        response.headers_mut().insert(LOCATION, address);
    }
    response
}

pub(crate) fn text(code: u16, kind: &'static str, body: impl Into<String>) -> Response<String> {
    let mut response = Response::new(body.into());
    *response.status_mut() =
        StatusCode::from_u16(code).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    response
}
