//! Reports: the results of checks.

mod access;
mod texts;

pub use access::*;

use crate::boundary::{Failure, NotNull, Result, guard};
use crate::status::paylint_status;
use core::mem::MaybeUninit;
use paylint_core::Report;
use std::sync::{Mutex, OnceLock, PoisonError};
use texts::ReportTexts;

/// The result of checking a request. Any number of threads can read a report at once, as long as
/// none checks a request into it. The texts that it returns stay valid until a request is checked
/// into it or it is freed.
pub struct paylint_report {
    report: Report,
    /// Whether `report` is the outcome of a check.
    filled: bool,
    /// Written when first asked for.
    texts: OnceLock<ReportTexts>,
    json: OnceLock<String>,
    /// The memory of earlier texts, to reuse.
    spare: Mutex<Spare>,
}

#[derive(Default)]
struct Spare {
    texts: ReportTexts,
    json: String,
}

impl paylint_report {
    /// A report that holds no result.
    pub(crate) fn empty() -> paylint_report {
        paylint_report {
            report: Report::new(),
            filled: false,
            texts: OnceLock::new(),
            json: OnceLock::new(),
            spare: Mutex::default(),
        }
    }

    /// Replaces the result. If `check` fails, the report holds none.
    #[inline]
    pub(crate) fn refill(&mut self, check: impl FnOnce(&mut Report) -> Result<()>) -> Result<()> {
        self.filled = false;
        self.forget_texts();
        check(&mut self.report)?;
        self.filled = true;
        Ok(())
    }

    #[inline]
    fn forget_texts(&mut self) {
        let spare = self.spare.get_mut().unwrap_or_else(PoisonError::into_inner);
        if let Some(texts) = self.texts.take() {
            spare.texts = texts;
        }
        if let Some(json) = self.json.take() {
            spare.json = json;
        }
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
        self.texts.get_or_init(|| {
            let mut texts = self.take_spare(|spare| &mut spare.texts);
            texts.write(&self.report);
            texts
        })
    }

    fn json(&self) -> &str {
        self.json.get_or_init(|| {
            let mut json = self.take_spare(|spare| &mut spare.json);
            json.clear();
            self.report.write_json(&mut json);
            json
        })
    }

    fn take_spare<T: Default>(&self, of: impl FnOnce(&mut Spare) -> &mut T) -> T {
        let mut spare = self.spare.lock().unwrap_or_else(PoisonError::into_inner);
        core::mem::take(of(&mut spare))
    }
}

/// Makes an empty report, for paylint_check_into().
#[unsafe(no_mangle)]
pub extern "C" fn paylint_report_new(
    report: Option<&mut MaybeUninit<Box<paylint_report>>>,
) -> paylint_status {
    guard(|| {
        report.not_null("report")?.write(Box::new(paylint_report::empty()));
        Ok(())
    })
}

/// Frees a report and every text that it returned.
///
/// @param report  the report, or NULL. No other call may be using it.
#[unsafe(no_mangle)]
pub extern "C" fn paylint_report_free(mut report: Option<Box<paylint_report>>) {
    _ = guard(|| {
        if let Some(report) = &mut report {
            // Whoever reads a freed report, which is undefined, is most likely told that it has no result.
            report.filled = false;
            core::hint::black_box(report);
        }
        drop(report);
        Ok(())
    });
}
