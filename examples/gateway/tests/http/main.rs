//! The service over real HTTP: good, bad and hostile requests.

mod hostile;
mod layer;
mod process;
mod requests;
mod secrets;
mod support;
