//! Reports: the results of checks.

mod access;
mod finding;

pub use access::*;

use crate::boundary::{Failure, NotNull, Result, free, guard};
use crate::status::paylint_status;
use core::mem::{self, MaybeUninit};
use finding::{Texts, texts};
use paylint_core::Report;
use std::sync::{Mutex, OnceLock, PoisonError};

/// The result of checking a request. Any number of threads can read a report at once, as long as
/// none checks a request into it. The texts that it returns stay valid until a request is checked
/// into it or it is freed.
#[derive(Default)]
pub struct paylint_report {
    report: Report,
    /// Whether `report` is the outcome of a check.
    filled: bool,
    /// The texts of each finding, made on first use.
    texts: OnceLock<Vec<Texts>>,
    json: OnceLock<String>,
    /// The memory of the previous JSON, for the next.
    spare: Mutex<String>,
}

impl paylint_report {
    /// Replaces the result. If `check` fails, the report holds none.
    #[inline]
    pub(crate) fn refill(&mut self, check: impl FnOnce(&mut Report) -> Result<()>) -> Result<()> {
        self.filled = false;
        self.texts.take();
        if let Some(json) = self.json.take() {
            *self.spare.get_mut().unwrap_or_else(PoisonError::into_inner) = json;
        }
        check(&mut self.report)?;
        self.filled = true;
        Ok(())
    }

    /// The result, if there is one.
    fn result(&self) -> Result<&Report> {
        if self.filled {
            return Ok(&self.report);
        }
        Err(Failure::new(
            paylint_status::PAYLINT_STATUS_EMPTY_REPORT,
            "the report holds no result: no request was checked into it, or the last check failed",
        ))
    }

    fn finding(&self, index: usize) -> Result<paylint_finding> {
        let finding = self.result()?.findings().nth(index).ok_or(Failure::none())?;
        let all = self.texts.get_or_init(|| self.report.findings().map(texts).collect());
        Ok(paylint_finding::new(finding, all.get(index).ok_or(Failure::none())?))
    }

    fn json(&self) -> Result<&str> {
        let report = self.result()?;
        Ok(self.json.get_or_init(|| {
            let mut spare = self.spare.lock().unwrap_or_else(PoisonError::into_inner);
            let mut json = mem::take(&mut *spare);
            json.clear();
            report.write_json(&mut json);
            json
        }))
    }
}

impl Drop for paylint_report {
    /// Reading a freed report is undefined; most likely it then says that it has no result.
    fn drop(&mut self) {
        self.filled = false;
        core::hint::black_box(self);
    }
}

/// Makes an empty report, for paylint_check_into().
#[unsafe(no_mangle)]
pub extern "C" fn paylint_report_new(
    report: Option<&mut MaybeUninit<Box<paylint_report>>>,
) -> paylint_status {
    guard(|| {
        report.not_null("report")?.write(Box::default());
        Ok(())
    })
}

/// Frees a report and every text that it returned.
#[unsafe(no_mangle)]
pub extern "C" fn paylint_report_free(report: Option<Box<paylint_report>>) {
    free(report);
}
