//! The service over real HTTP: good, bad and hostile requests, and what its operator sees of it.

#[cfg(unix)]
mod gateway;
mod hostile;
mod layer;
#[cfg(unix)]
mod log;
#[cfg(unix)]
mod process;
mod requests;
mod secrets;
#[cfg(unix)]
mod slow;
#[cfg(unix)]
mod stop;
mod support;
