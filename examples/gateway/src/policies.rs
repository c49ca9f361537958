//! Policies from files, which are read again while the service runs.
//!
//! A new policy takes the place of the old one between two requests. A file that can't be read, or
//! whose policy is wrong, changes nothing.

use crate::layer::SharedEngine;
use arc_swap::ArcSwap;
use paylint::{Engine, Policy};
use std::fs;
use std::mem;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

/// What a policy is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// It decides.
    Enforced,
    /// It is compared with the one that decides.
    Shadow,
}

impl Role {
    /// The name in logs and metrics.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Role::Enforced => "enforced",
            Role::Shadow => "shadow",
        }
    }
}

/// A policy's file, and the engine that was made from it.
pub struct PolicyFile {
    role: Role,
    path: String,
    /// What the file held when it was last looked at, right or wrong; or why it couldn't be read.
    seen: Result<Vec<u8>, String>,
    engine: SharedEngine,
}

/// What became of a policy file that was read again.
#[derive(Debug, PartialEq, Eq)]
pub enum Reload {
    /// Its policy is now in force.
    Replaced,
    /// It is wrong, for this reason, and the policy before stays in force.
    Refused(String),
}

impl PolicyFile {
    /// Reads a policy.
    ///
    /// # Errors
    /// The file can't be read, or its policy is wrong: a text that names the file and the entry.
    pub fn open(role: Role, path: &str) -> Result<PolicyFile, String> {
        let seen = read(path);
        let engine = compile(path, &seen)?;
        Ok(PolicyFile { role, path: path.to_owned(), seen, engine: shared(engine) })
    }

    /// What the policy is for.
    #[must_use]
    pub fn role(&self) -> Role {
        self.role
    }

    /// Where the engine in force is found, now and after each replacement.
    #[must_use]
    pub fn engine(&self) -> SharedEngine {
        Arc::clone(&self.engine)
    }

    /// Reads the file again and puts its policy in force, if it is right. With `only_if_changed`,
    /// nothing happens if the file holds what it did when it was last read. All of it is compared:
    /// two changes can have the same time, and a policy is small.
    pub fn reload(&mut self, only_if_changed: bool) -> Option<Reload> {
        let before = mem::replace(&mut self.seen, read(&self.path));
        if only_if_changed && self.seen == before {
            return None;
        }
        Some(match compile(&self.path, &self.seen) {
            Ok(engine) => {
                self.engine.store(Arc::new(engine));
                Reload::Replaced
            }
            Err(error) => Reload::Refused(error),
        })
    }

    /// What happened, for people.
    #[must_use]
    pub fn describe(&self, reload: &Reload) -> String {
        match reload {
            Reload::Replaced => {
                let (path, role, engine) = (&self.path, self.role.name(), self.engine.load());
                let label = engine.label().map(|label| format!(" ({label})")).unwrap_or_default();
                format!("{path}: the {role} policy is now {}{label}", engine.policy_fingerprint())
            }
            Reload::Refused(error) => format!("{error} (the old policy stays in force)"),
        }
    }
}

/// An engine that can be replaced.
#[must_use]
pub fn shared(engine: Engine) -> SharedEngine {
    Arc::new(ArcSwap::from_pointee(engine))
}

/// Reloads the files whenever something is sent, and, with a period, those that have changed
/// whenever it is over. `told` learns what became of each. Ends when the sender is dropped.
///
/// A separate thread, because a file may lie where reading takes long.
pub fn watch(
    mut files: Vec<PolicyFile>,
    period: Option<Duration>,
    told: impl Fn(&PolicyFile, &Reload) + Send + 'static,
) -> Sender<()> {
    let (sender, asked) = channel();
    thread::spawn(move || {
        while let Some(asked) = wait(&asked, period) {
            for file in &mut files {
                if let Some(reload) = file.reload(!asked) {
                    told(file, &reload);
                }
            }
        }
    });
    sender
}

/// Whether the next round was asked for, or is due. `None`: there is none.
fn wait(asked: &Receiver<()>, period: Option<Duration>) -> Option<bool> {
    match period.map_or_else(|| Ok(asked.recv()?), |period| asked.recv_timeout(period)) {
        Ok(()) => Some(true),
        Err(RecvTimeoutError::Timeout) => Some(false),
        Err(RecvTimeoutError::Disconnected) => None,
    }
}

fn read(path: &str) -> Result<Vec<u8>, String> {
    fs::read(path).map_err(|error| format!("{path}: {error}"))
}

fn compile(path: &str, bytes: &Result<Vec<u8>, String>) -> Result<Engine, String> {
    let policy = Policy::from_json(bytes.as_ref().map_err(String::clone)?);
    Ok(Engine::new(&policy.map_err(|error| format!("{path}: {error}"))?))
}
