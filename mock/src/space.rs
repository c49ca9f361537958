//! The state: for each bearer key a space with its own clock, waiting faults and numbers, and the entries of all.

use crate::Arguments;
use crate::created::Created;
use crate::fault::Fault;
use crate::kept::Kept;
use crate::record::Record;
use crate::webhooks::Webhook;
use http::{HeaderMap, Method, Uri};
use paylint::{Operation, Timestamp};
use std::collections::{HashMap, VecDeque};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::num::NonZero;
use std::time::SystemTime;
use tokio::sync::mpsc::UnboundedSender;

/// A key's part of the gateway. Its entries are stored under its serial number, so that a reset forgets them all.
#[derive(Default)]
pub(crate) struct Space {
    pub(crate) serial: u64,
    pub(crate) clock: Clock,
    pub(crate) faults: VecDeque<Fault>,
    pub(crate) latency_ms: u64,
    pub(crate) webhook: Option<Uri>,
    /// Queue for the numbers of webhooks to send.
    pub(crate) sender: Option<UnboundedSender<u64>>,
    pub(crate) last_created: u64,
    pub(crate) last_request: u64,
    pub(crate) last_webhook: u64,
    used: u64,
}

/// Minimum capacity for spaces, so that keys that create nothing don't evict those with orders.
const LEAST: usize = 1000;

/// State that requests and tests change. It is in one place, so that checking and performing a request is atomic.
pub(crate) struct State {
    /// The spaces by the hash of their key; the keys themselves aren't stored.
    spaces: HashMap<u64, Space>,
    most: usize,
    last: u64,
    now: Option<Timestamp>,
    webhook: Option<Uri>,
    pub(crate) created: Kept<Created>,
    pub(crate) records: Kept<Record>,
    pub(crate) webhooks: Kept<Webhook>,
}

impl State {
    pub(crate) fn new(arguments: &Arguments) -> State {
        let Arguments { now, ref webhook, orders: most, .. } = *arguments;
        State {
            spaces: HashMap::new(),
            most: most.max(LEAST),
            last: 0,
            now,
            webhook: webhook.clone(),
            created: Kept::new(most),
            records: Kept::new(most),
            webhooks: Kept::new(most),
        }
    }

    /// The space of a key. To make room for a new one, forgets the least recently used with all that belongs to it, those
    /// that created nothing first.
    pub(crate) fn enter(&mut self, key: u64) -> &mut Space {
        if self.spaces.len() >= self.most && !self.spaces.contains_key(&key) {
            let used = |(_, space): &(&u64, &Space)| (space.last_created > 0, space.used);
            let oldest = self.spaces.iter().min_by_key(used).map(|(key, _)| *key);
            oldest.into_iter().for_each(|oldest| self.reset(oldest));
        }
        self.last += 1;
        let new = || Space {
            serial: self.last,
            clock: Clock { standing: self.now, ahead: 0 },
            webhook: self.webhook.clone(),
            ..Space::default()
        };
        let space = self.spaces.entry(key).or_insert_with(new);
        space.used = self.last;
        space
    }

    /// Forgets everything of a key.
    pub(crate) fn reset(&mut self, key: u64) {
        let Some(Space { serial, .. }) = self.spaces.remove(&key) else { return };
        self.created.forget(serial);
        self.records.forget(serial);
        self.webhooks.forget(serial);
    }
}

impl Space {
    /// The fault that applies to a request, after counting it down.
    pub(crate) fn take_fault(
        &mut self,
        method: &Method,
        path: &str,
        operation: Option<Operation>,
        is_accepted: bool,
    ) -> Fault {
        let is_meant = |fault: &Fault| fault.is_for(method, path, operation, is_accepted);
        let Some(place) = self.faults.iter().position(is_meant) else { return Fault::default() };
        let fault = &mut self.faults[place];
        fault.times = NonZero::new(fault.times.map_or(1, NonZero::get) - 1);
        match fault.times {
            None => self.faults.remove(place).unwrap_or_default(),
            Some(_) => fault.clone(),
        }
    }
}

/// Hash of a request's key, the same in every run.
pub(crate) fn key_of(headers: &HeaderMap) -> u64 {
    let mut hasher = DefaultHasher::new();
    bearer_of(headers).hash(&mut hasher);
    hasher.finish()
}

/// A request's bearer key, or an empty one.
pub(crate) fn bearer_of(headers: &HeaderMap) -> &[u8] {
    let value = headers.get("authorization").map_or(&b""[..], |value| value.as_bytes());
    let (scheme, key) = value.split_at(value.len().min(7));
    if scheme.eq_ignore_ascii_case(b"Bearer ") { key.trim_ascii() } else { b"" }
}

/// A clock: the system's or a fixed time, plus an offset.
#[derive(Clone, Copy, Default)]
pub(crate) struct Clock {
    standing: Option<Timestamp>,
    /// The offset, in nanoseconds.
    ahead: i64,
}

impl Clock {
    /// The time, if it is between 1970 and 2199.
    pub(crate) fn now(self) -> Result<Timestamp, String> {
        let start = self.standing.or_else(|| Timestamp::try_from(SystemTime::now()).ok());
        let nanos = start.and_then(|start| start.unix_nanos().checked_add(self.ahead));
        let now = nanos.and_then(Timestamp::from_unix_nanos);
        now.ok_or_else(|| "the system's time isn't between 1970 and 2199".to_owned())
    }

    /// Sets the time, which can only move forward.
    pub(crate) fn set(&mut self, to: Timestamp) -> Result<(), String> {
        let now = self.now()?;
        if to < now {
            return Err(format!("it is already {now}, and time moves forward only"));
        }
        self.ahead += to.unix_nanos() - now.unix_nanos();
        Ok(())
    }
}
