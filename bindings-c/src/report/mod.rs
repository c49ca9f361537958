//! Reports: the results of checks.

mod access;
mod texts;

pub use access::*;

use crate::boundary::{Failure, NotNull, Result, free, guard};
use crate::status::paylint_status;
use core::mem::MaybeUninit;
use paylint_core::Report;
use std::sync::{Mutex, OnceLock, PoisonError};
use texts::ReportTexts;

/// The result of checking a request. Any number of threads can read a report at once, as long as
/// none checks a request into it. The texts that it returns stay valid until a request is checked
/// into it or it is freed.
#[derive(Default)]
pub struct paylint_report {
    report: Report,
    /// Whether `report` is the outcome of a check.
    filled: bool,
    texts: Lazy<ReportTexts>,
    json: Lazy<String>,
}

/// A value that is made on first use, in the memory of the previous one.
#[derive(Default)]
struct Lazy<T> {
    made: OnceLock<T>,
    spare: Mutex<T>,
}

impl<T: Default> Lazy<T> {
    fn get(&self, make: impl FnOnce(&mut T)) -> &T {
        self.made.get_or_init(|| {
            let mut spare = self.spare.lock().unwrap_or_else(PoisonError::into_inner);
            let mut made = core::mem::take(&mut *spare);
            make(&mut made);
            made
        })
    }

    #[inline]
    fn forget(&mut self) {
        if let Some(made) = self.made.take() {
            *self.spare.get_mut().unwrap_or_else(PoisonError::into_inner) = made;
        }
    }
}

impl paylint_report {
    /// Replaces the result. If `check` fails, the report holds none.
    #[inline]
    pub(crate) fn refill(&mut self, check: impl FnOnce(&mut Report) -> Result<()>) -> Result<()> {
        self.filled = false;
        self.texts.forget();
        self.json.forget();
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

    fn texts(&self) -> &ReportTexts {
        self.texts.get(|texts| texts.write(&self.report))
    }

    fn json(&self) -> &str {
        self.json.get(|json| {
            json.clear();
            self.report.write_json(json);
        })
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
