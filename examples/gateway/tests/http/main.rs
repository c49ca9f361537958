//! The service over real HTTP: good, bad and hostile requests, and what its operator sees of it.

#[cfg(unix)]
mod gateway;
mod hostile;
mod layer;
#[cfg(unix)]
mod load;
#[cfg(unix)]
mod log;
#[cfg(unix)]
mod metrics;
mod policies;
#[cfg(unix)]
mod policy_file;
#[cfg(unix)]
mod process;
#[cfg(unix)]
mod readme;
#[cfg(unix)]
mod reload;
mod requests;
mod secrets;
mod shadow;
#[cfg(unix)]
mod slow;
mod spans;
#[cfg(unix)]
mod stop;
mod support;
mod swap;
