//! Facts: what the caller knows about a request beyond its body.

use crate::boundary::{Failure, NotNull, Result, free, guard, guard_with};
use crate::memory::{ErrorOut, TextIn};
use crate::names::Numbered;
use crate::status::paylint_status;
use core::mem::MaybeUninit;
use paylint_core::facts::Fact;
use paylint_core::{Facts, FactsBuf, FactsError, Timestamp};

/// Facts: what you know about a request beyond its body, such as the merchant or the current time.
///
/// Keep one handle for the standing facts, and one in each thread for the facts that change with
/// each request. Clearing a handle keeps its memory, so that filling it again soon allocates
/// nothing. Any number of threads can read a handle at once, as long as none calls a setter.
///
/// A setter that fails changes nothing. PAYLINT_STATUS_INVALID_FACTS says that the fact has another
/// type, or can't have this value. Facts keep a copy of each text.
pub struct paylint_facts(FactsBuf);

impl paylint_facts {
    /// The changing facts laid over the standing ones; either may be absent.
    #[inline]
    pub(crate) fn overlaid<'f>(
        standing: Option<&'f paylint_facts>,
        changing: Option<&'f paylint_facts>,
    ) -> Facts<'f> {
        match (standing, changing) {
            (Some(standing), Some(changing)) => {
                standing.0.as_facts().overlaid(&changing.0.as_facts())
            }
            (Some(facts), None) | (None, Some(facts)) => facts.0.as_facts(),
            (None, None) => Facts::default(),
        }
    }
}

#[cold]
fn invalid(error: &FactsError) -> Failure {
    Failure::new(paylint_status::PAYLINT_STATUS_INVALID_FACTS, error.to_string())
}

/// Makes an empty set of facts.
#[must_use]
#[unsafe(no_mangle)]
pub extern "C" fn paylint_facts_new(
    facts: Option<&mut MaybeUninit<Box<paylint_facts>>>,
) -> paylint_status {
    guard(|| {
        facts.not_null("facts")?.write(Box::new(paylint_facts(FactsBuf::new())));
        Ok(())
    })
}

/// Makes facts from JSON.
#[must_use]
#[unsafe(no_mangle)]
pub extern "C" fn paylint_facts_from_json(
    json: TextIn<'_>,
    length: usize,
    facts: Option<&mut MaybeUninit<Box<paylint_facts>>>,
    error: ErrorOut<'_>,
) -> paylint_status {
    guard_with(error, || {
        let facts = facts.not_null("facts")?;
        let json = json.bytes(length, "json")?.not_null("json")?;
        let read = FactsBuf::from_json(json).map_err(|error| invalid(&error))?;
        facts.write(Box::new(paylint_facts(read)));
        Ok(())
    })
}

/// Replaces all facts with those read from JSON, and reuses the memory. If the JSON can't be used,
/// there are none.
#[must_use]
#[unsafe(no_mangle)]
pub extern "C" fn paylint_facts_read_json(
    facts: Option<&mut paylint_facts>,
    json: TextIn<'_>,
    length: usize,
    error: ErrorOut<'_>,
) -> paylint_status {
    guard_with(error, || {
        let facts = facts.not_null("facts")?;
        // Cleared first, so that a failure doesn't leave the previous facts.
        facts.0.clear();
        let json = json.bytes(length, "json")?.not_null("json")?;
        facts.0.read_json(json).map_err(|error| invalid(&error))
    })
}

/// Frees facts.
#[unsafe(no_mangle)]
pub extern "C" fn paylint_facts_free(facts: Option<Box<paylint_facts>>) {
    free(facts);
}

/// Removes all facts but keeps the memory.
#[unsafe(no_mangle)]
pub extern "C" fn paylint_facts_clear(facts: Option<&mut paylint_facts>) -> paylint_status {
    guard(|| {
        facts.not_null("facts")?.0.clear();
        Ok(())
    })
}

fn set(
    facts: Option<&mut paylint_facts>,
    fact: i32,
    set: impl FnOnce(&mut FactsBuf, Fact) -> core::result::Result<(), FactsError>,
) -> Result<()> {
    let facts = facts.not_null("facts")?;
    set(&mut facts.0, Fact::of_number(fact)?).map_err(|error| invalid(&error))
}

/// The failure for a value that the fact can't have.
#[cold]
fn not(fact: i32, what: &str) -> Failure {
    match Fact::of_number(fact) {
        Ok(fact) => Failure::new(
            paylint_status::PAYLINT_STATUS_INVALID_FACTS,
            format!("invalid facts: {}: not {what}", fact.name()),
        ),
        Err(failure) => failure,
    }
}

/// Sets a fact that is a string in JSON: a text, a choice, a country, a UTC offset, an IP address,
/// a time (RFC 3339) or an amount ("12.50").
#[must_use]
#[unsafe(no_mangle)]
pub extern "C" fn paylint_facts_set_text(
    facts: Option<&mut paylint_facts>,
    fact: i32,
    text: TextIn<'_>,
    length: usize,
    error: ErrorOut<'_>,
) -> paylint_status {
    guard_with(error, || {
        let text = text.text(length, "text")?;
        set(facts, fact, |facts, fact| facts.set_text(fact, text))
    })
}

/// Sets a boolean fact.
#[must_use]
#[unsafe(no_mangle)]
pub extern "C" fn paylint_facts_set_bool(
    facts: Option<&mut paylint_facts>,
    fact: i32,
    value: i32,
    error: ErrorOut<'_>,
) -> paylint_status {
    guard_with(error, || set(facts, fact, |facts, fact| facts.set_bool(fact, value != 0)))
}

/// Sets an integer fact: PAYLINT_FACT_MERCHANT_HOLD_DAYS, in days.
#[must_use]
#[unsafe(no_mangle)]
pub extern "C" fn paylint_facts_set_integer(
    facts: Option<&mut paylint_facts>,
    fact: i32,
    value: i64,
    error: ErrorOut<'_>,
) -> paylint_status {
    guard_with(error, || set(facts, fact, |facts, fact| facts.set_integer(fact, value)))
}

/// Sets a fact that is a point in time.
///
/// @param seconds  seconds since 1970-01-01T00:00:00Z, from 0 to the end of the year 2199.
/// @param nanos    nanoseconds after the second, 0 to 999999999.
#[must_use]
#[unsafe(no_mangle)]
pub extern "C" fn paylint_facts_set_time(
    facts: Option<&mut paylint_facts>,
    fact: i32,
    seconds: i64,
    nanos: i32,
    error: ErrorOut<'_>,
) -> paylint_status {
    guard_with(error, || {
        let in_second = (0..1_000_000_000).contains(&nanos);
        let all = seconds.checked_mul(1_000_000_000).and_then(|all| all.checked_add(nanos.into()));
        let time = all.filter(|_| in_second).and_then(Timestamp::from_unix_nanos);
        let time = time.ok_or_else(|| not(fact, "a time from 1970 to 2199"))?;
        set(facts, fact, |facts, fact| facts.set_time(fact, time))
    })
}

/// Adds a text to a fact that is a list: brands, websites, names of capabilities, allowed source
/// addresses. To start a list again, clear the facts.
#[must_use]
#[unsafe(no_mangle)]
pub extern "C" fn paylint_facts_add_text(
    facts: Option<&mut paylint_facts>,
    fact: i32,
    text: TextIn<'_>,
    length: usize,
    error: ErrorOut<'_>,
) -> paylint_status {
    guard_with(error, || {
        let text = text.text(length, "text")?;
        set(facts, fact, |facts, fact| facts.add_text(fact, text))
    })
}

/// Adds a header of the HTTP request to PAYLINT_FACT_REQUEST_HEADERS. If several headers have the same name, the first
/// one counts; those named Authorization must all have the same value. The value has no line ending, may be empty, and
/// is never shown.
#[must_use]
#[unsafe(no_mangle)]
pub extern "C" fn paylint_facts_add_header(
    facts: Option<&mut paylint_facts>,
    name: TextIn<'_>,
    name_length: usize,
    value: TextIn<'_>,
    value_length: usize,
    error: ErrorOut<'_>,
) -> paylint_status {
    guard_with(error, || {
        let facts = facts.not_null("facts")?;
        let name = name.text(name_length, "name")?;
        let value = value.text(value_length, "value")?;
        facts.0.add_header(name, value);
        Ok(())
    })
}

/// Makes a list known even if you add nothing to it: PAYLINT_FACT_REQUEST_HEADERS or PAYLINT_FACT_ORDER_CAPABILITIES.
#[unsafe(no_mangle)]
pub extern "C" fn paylint_facts_open_list(
    facts: Option<&mut paylint_facts>,
    fact: i32,
    error: ErrorOut<'_>,
) -> paylint_status {
    guard_with(error, || set(facts, fact, FactsBuf::open_list))
}
