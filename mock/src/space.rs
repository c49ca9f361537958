//! Spaces: each bearer key has its own clock, waiting faults and numbers.

use crate::fault::Fault;
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

/// The spaces by the hash of their key; the keys themselves aren't stored.
pub(crate) struct Spaces {
    all: HashMap<u64, Space>,
    most: usize,
    last: u64,
    now: Option<Timestamp>,
    webhook: Option<Uri>,
}

impl Spaces {
    pub(crate) fn new(most: usize, now: Option<Timestamp>, webhook: Option<Uri>) -> Spaces {
        Spaces { all: HashMap::new(), most: most.max(LEAST), last: 0, now, webhook }
    }

    /// The key to forget to make room for a new one: the least recently used, those that created nothing first. `None` while
    /// there is room.
    pub(crate) fn to_forget(&self, key: u64) -> Option<u64> {
        let is_full = self.all.len() >= self.most && !self.all.contains_key(&key);
        let oldest =
            || self.all.iter().min_by_key(|(_, space)| (space.last_created > 0, space.used));
        is_full.then(oldest)?.map(|(key, _)| *key)
    }

    /// The space of a key's hash.
    pub(crate) fn get(&mut self, key: u64) -> &mut Space {
        self.last += 1;
        let new = || Space {
            serial: self.last,
            clock: Clock { standing: self.now, ahead: 0 },
            webhook: self.webhook.clone(),
            ..Space::default()
        };
        let space = self.all.entry(key).or_insert_with(new);
        space.used = self.last;
        space
    }

    pub(crate) fn forget(&mut self, key: u64) -> Option<u64> {
        self.all.remove(&key).map(|space| space.serial)
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
    pub(crate) fn now(self) -> Option<Timestamp> {
        let system = || Timestamp::try_from(SystemTime::now()).ok();
        let start = self.standing.or_else(system)?;
        Timestamp::from_unix_nanos(start.unix_nanos().checked_add(self.ahead)?)
    }

    /// Sets the time, which can only move forward.
    pub(crate) fn set(&mut self, to: Timestamp) -> Result<(), String> {
        let now = self.now().ok_or("the system's time isn't between 1970 and 2199")?;
        if to < now {
            return Err(format!("it is already {now}, and time moves forward only"));
        }
        self.ahead += to.unix_nanos() - now.unix_nanos();
        Ok(())
    }
}
