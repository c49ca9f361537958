//! The engine: a compiled policy.

use crate::arguments::{self, Layers};
use crate::batch::{self, Requests};
use crate::errors;
use crate::results::ArrowArray;
use paylint::{Policy, door};
use paylint_traffic::calibration::{Key, Refusals};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyString, PyType};

/// The native half of `paylint.Engine`.
#[pyclass(frozen, subclass, module = "paylint._paylint", weakref)]
pub(crate) struct Engine {
    pub(crate) engine: paylint::Engine,
    /// The JSON texts of the policy's layers: for pickling.
    policy: Option<Layers>,
}

#[pymethods]
impl Engine {
    #[new]
    #[pyo3(signature = (policy=None))]
    fn new(policy: Option<&Bound<'_, PyAny>>) -> PyResult<Engine> {
        let Some(policy) = policy else {
            return Ok(Engine { engine: paylint::Engine::new(&Policy::default()), policy: None });
        };
        let (policy, text) = arguments::policy(policy)?;
        Ok(Engine { engine: paylint::Engine::new(&policy), policy: Some(text) })
    }

    /// Checks a request, and reports everything that is wrong with it.
    ///
    /// ``body`` is the request's bytes, or its text; ``None`` means that there is no body. A dict or a list is
    /// written as JSON first (see the README on why bytes are better). ``facts`` are Facts, a dict
    /// or JSON text, ``changing`` are laid over them for this call, by top-level member, and
    /// ``now`` is the fact of that name: a datetime with a time zone, or RFC 3339.
    ///
    /// Raises UnknownNameError if there is no such operation, FactsError if the facts are invalid,
    /// and BodyError if the body can't be written as JSON. An invalid body isn't an error: the
    /// report says so.
    #[pyo3(signature = (operation, body=None, facts=None, *, changing=None, now=None))]
    fn check<'py>(
        &self,
        operation: &Bound<'py, PyAny>,
        body: Option<&Bound<'py, PyAny>>,
        facts: Option<&Bound<'py, PyAny>>,
        changing: Option<&Bound<'py, PyAny>>,
        now: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = operation.py();
        let json =
            self.with_request(operation, body, facts, changing, now, |operation, body, facts| {
                self.engine.check(operation, body, facts).to_json()
            })?;
        static REPORT: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
        REPORT.import(py, "paylint._report", "of_canonical")?.call1((PyString::new(py, &json),))
    }

    /// Whether the gateway can accept a request. Takes less time than a report.
    ///
    /// A rule that can't be decided because a fact is missing makes it ``False`` only if the policy
    /// says ``"unchecked": "reject"``. Takes and raises what ``check`` does.
    #[pyo3(signature = (operation, body=None, facts=None, *, changing=None, now=None))]
    fn accepts(
        &self,
        operation: &Bound<'_, PyAny>,
        body: Option<&Bound<'_, PyAny>>,
        facts: Option<&Bound<'_, PyAny>>,
        changing: Option<&Bound<'_, PyAny>>,
        now: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<bool> {
        self.with_request(operation, body, facts, changing, now, |operation, body, facts| {
            self.engine.accepts(operation, body, facts)
        })
    }

    /// Answers a question of the door, as JSON.
    fn _ask(&self, question: &Bound<'_, PyAny>) -> PyResult<String> {
        let py = question.py();
        let question = arguments::question(question)?;
        py.detach(|| door::ask(&self.engine, &question))
            .map_err(|error| errors::no_answer(py, &error))
    }

    /// Checks columns of requests, and returns a row for each.
    ///
    /// ``bodies``, ``facts_column`` (JSON text, laid over ``facts`` by top-level member) and
    /// ``history_column`` (JSON text: the events of ``order_facts``, in place of the facts ``order``) are objects with
    /// Arrow's PyCapsule interface: arrays and streams of pyarrow, Polars, DuckDB, pandas … of text or bytes in any
    /// layout. ``operation`` is a str, or such a column, too. Streams are consumed batch by batch. A null body means
    /// that there is none; for null facts, ``facts`` apply; a null history means none. ``now`` is for rows whose own
    /// facts have none.
    ///
    /// The result is an ArrowArray, or an ArrowStream if one of the columns is a stream, of
    /// structs:
    ///
    /// - ``want="verdict"``: ``verdict``, ``error``
    /// - ``want="report"``: ``verdict``, ``status``, ``scenario``, ``total``, ``findings``,
    ///   ``truncated``, ``unchecked``, ``error``
    /// - ``want="json"``: ``report`` (the canonical JSON), ``error``
    ///
    /// A row that can't be checked, because its operation is unknown or its facts are invalid, is null except for
    /// ``error``, which says why and shows no value. The GIL is released meanwhile.
    ///
    /// Raises BatchError if a column isn't text, is corrupt, or has another number of rows.
    #[pyo3(signature = (
        operation, bodies, facts=None, *, facts_column=None, history_column=None, now=None,
        want="verdict"
    ))]
    #[allow(clippy::too_many_arguments, reason = "keywords in Python")]
    fn check_batch<'py>(
        this: &Bound<'py, Engine>,
        operation: &Bound<'py, PyAny>,
        bodies: &Bound<'py, PyAny>,
        facts: Option<&Bound<'py, PyAny>>,
        facts_column: Option<&Bound<'py, PyAny>>,
        history_column: Option<&Bound<'py, PyAny>>,
        now: Option<&Bound<'py, PyAny>>,
        want: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        let facts = [facts, facts_column, history_column, now];
        let requests = Requests::of(operation, bodies, facts, [None; 5])?;
        batch::check(this.py(), &this.get().engine, requests, want)
    }

    /// Counts the verdicts and findings of columns of requests, like ``paylint batch --summary``.
    ///
    /// Takes and raises what ``check_batch`` does. The result is an ArrowArray with the columns
    /// ``kind``, ``operation``, ``name``, ``level`` and ``count``. To combine several, add up
    /// ``count`` by the other columns.
    #[pyo3(signature = (
        operation, bodies, facts=None, *, facts_column=None, history_column=None, now=None
    ))]
    #[allow(clippy::too_many_arguments, reason = "keywords in Python")]
    fn tally(
        &self,
        operation: &Bound<'_, PyAny>,
        bodies: &Bound<'_, PyAny>,
        facts: Option<&Bound<'_, PyAny>>,
        facts_column: Option<&Bound<'_, PyAny>>,
        history_column: Option<&Bound<'_, PyAny>>,
        now: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<ArrowArray> {
        let facts = [facts, facts_column, history_column, now];
        let requests = Requests::of(operation, bodies, facts, [None; 5])?;
        batch::tally(operation.py(), &self.engine, requests)
    }

    /// Compares verdicts with the gateway's answers, like ``paylint calibrate``.
    ///
    /// ``status`` is a column of HTTP statuses, integers or texts, where null is no answer; ``answers`` has the bodies
    /// of the answers, of which only the members that they name are kept. ``at`` has the times (RFC 3339, by default
    /// the fact ``now``), ``by`` a split of the requests, such as the terminal (by default none), ``who`` the customers
    /// (by default from the bodies). ``refused`` are the statuses that refuse a request, 400 and 422 by default, and
    /// ``refused_where`` lists the values in the bodies of 2xx answers that do, too: ``/state=rejected,failed``.
    /// Otherwise it takes and raises what ``check_batch`` does.
    ///
    /// The result is an ArrowArray with the columns ``kind``, ``operation``, ``verdict``, ``answer``, ``findings``,
    /// ``named``, ``by``, ``day``, ``who`` (hashes of customers, with the secret ``key``) and ``count``. To combine several
    /// of one ``key``, add up ``count`` by the other columns; ``paylint.calibration`` evaluates the rows. A request
    /// that was sent again counts once if both are in one call.
    #[pyo3(signature = (
        operation, bodies, status, facts=None, *, answers=None, at=None, by=None, who=None, key=None,
        facts_column=None, history_column=None, now=None, refused=None,
        refused_where=None
    ))]
    #[allow(clippy::too_many_arguments, reason = "keywords in Python")]
    fn calibrate(
        &self,
        operation: &Bound<'_, PyAny>,
        bodies: &Bound<'_, PyAny>,
        status: &Bound<'_, PyAny>,
        facts: Option<&Bound<'_, PyAny>>,
        answers: Option<&Bound<'_, PyAny>>,
        at: Option<&Bound<'_, PyAny>>,
        by: Option<&Bound<'_, PyAny>>,
        who: Option<&Bound<'_, PyAny>>,
        key: Option<&str>,
        facts_column: Option<&Bound<'_, PyAny>>,
        history_column: Option<&Bound<'_, PyAny>>,
        now: Option<&Bound<'_, PyAny>>,
        refused: Option<Vec<u16>>,
        refused_where: Option<Vec<String>>,
    ) -> PyResult<ArrowArray> {
        let facts = [facts, facts_column, history_column, now];
        let requests =
            Requests::of(operation, bodies, facts, [Some(status), answers, at, by, who])?;
        let mut refusals = Refusals::default();
        refusals.statuses = refused.unwrap_or(refusals.statuses);
        for text in refused_where.unwrap_or_default() {
            let added = refusals.refuse_where(&text);
            added.map_err(|error| PyValueError::new_err(format!("refused_where: {error}")))?;
        }
        let key = key.map_or_else(Key::default, Key::new);
        batch::calibrate(operation.py(), &self.engine, requests, &refusals, key)
    }

    /// Counts the differences if the policy of ``after`` replaced this one, like ``paylint replay``.
    ///
    /// Takes and raises what ``check_batch`` does. The result is an ArrowArray with the columns
    /// ``kind``, ``operation``, ``name``, ``before``, ``after`` and ``count``. To combine several,
    /// add up ``count`` by the other columns.
    #[pyo3(signature = (
        after, operation, bodies, facts=None, *, facts_column=None, history_column=None, now=None
    ))]
    #[allow(clippy::too_many_arguments, reason = "keywords in Python")]
    fn replay(
        &self,
        after: &Bound<'_, Engine>,
        operation: &Bound<'_, PyAny>,
        bodies: &Bound<'_, PyAny>,
        facts: Option<&Bound<'_, PyAny>>,
        facts_column: Option<&Bound<'_, PyAny>>,
        history_column: Option<&Bound<'_, PyAny>>,
        now: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<ArrowArray> {
        let facts = [facts, facts_column, history_column, now];
        let requests = Requests::of(operation, bodies, facts, [None; 5])?;
        batch::replay(operation.py(), &self.engine, &after.get().engine, requests)
    }

    #[allow(clippy::type_complexity, reason = "what __reduce__ returns")]
    fn __reduce__<'py>(
        this: &Bound<'py, Engine>,
    ) -> (Bound<'py, PyType>, (Option<Vec<Bound<'py, PyBytes>>>,)) {
        let layers = this.get().policy.as_ref();
        let layers =
            layers.map(|all| all.iter().map(|layer| PyBytes::new(this.py(), layer)).collect());
        (this.get_type(), (layers,))
    }
}

impl Engine {
    /// Converts the arguments of a check. Any code of the caller runs here, before the check.
    fn with_request<R>(
        &self,
        operation: &Bound<'_, PyAny>,
        body: Option<&Bound<'_, PyAny>>,
        facts: Option<&Bound<'_, PyAny>>,
        changing: Option<&Bound<'_, PyAny>>,
        now: Option<&Bound<'_, PyAny>>,
        check: impl FnOnce(paylint::Operation, &[u8], &paylint::Facts<'_>) -> R,
    ) -> PyResult<R> {
        let operation = arguments::operation(operation)?;
        let body = arguments::body(body)?;
        let [standing, changing] =
            [crate::facts::compiled(facts)?, crate::facts::compiled(changing)?];
        let now = arguments::now(now)?;
        let mut facts = standing.as_facts().overlaid(&changing.as_facts());
        facts.now = now.or(facts.now);
        Ok(check(operation, &body, &facts))
    }
}
