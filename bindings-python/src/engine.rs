//! The engine: a compiled policy.

use crate::arguments::{self, Layers};
use crate::batch::{self, Requests};
use crate::errors;
use crate::facts::FactsArgument;
use crate::results::ArrowArray;
use crate::rules::rules_json;
use paylint::Policy;
use paylint_traffic::calibration::Answer;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyDict, PyMemoryView, PyString, PyType};

/// A compiled policy, which checks any number of requests.
///
/// ``policy`` is a dict or JSON text, or a list of these that are laid one over another, the last on
/// top; without one, the default policy. ``preset`` has policies that have names. An engine is immutable: make
/// it once, and share it between threads. It can be pickled.
///
/// Raises PolicyError if a member, rule or family is unknown (the message suggests the nearest
/// name), a number is out of range, or a rule's level can't be changed.
#[pyclass(frozen, module = "paylint", weakref)]
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

    /// Whether the gateway can accept a request, in less time than a report takes.
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

    /// For a form or an editor: says of every known member whether it may be given, and whether it
    /// must be.
    ///
    /// Returns a dict with ``operation``, ``fields`` (a dict for each member, in document order:
    /// ``path``, ``type``, ``state``, ``under``, ``rules``, ``needs``) and ``complete``. The engine
    /// finds out by checking changed bodies, at most 4,096 of them; the GIL is released meanwhile.
    /// Takes and raises what ``check`` does.
    #[pyo3(signature = (operation, body=None, facts=None, *, changing=None, now=None))]
    fn fields<'py>(
        &self,
        operation: &Bound<'py, PyAny>,
        body: Option<&Bound<'py, PyAny>>,
        facts: Option<&Bound<'py, PyAny>>,
        changing: Option<&Bound<'py, PyAny>>,
        now: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = operation.py();
        parsed(
            py,
            &self.with_request(operation, body, facts, changing, now, |of, body, facts| {
                py.detach(|| self.engine.fields(of, body, facts).to_json())
            })?,
        )
    }

    /// Says what to change in a body so that its findings go away, as linters do.
    ///
    /// Returns a dict with ``fixes`` (a dict for each finding that has a fix: ``finding``, its place in the report,
    /// ``rule``, ``path``, ``choices``) and ``unfixable``. A choice has an ``applicability``, ``"safe"``, ``"unsafe"`` or
    /// ``"placeholder"``, and a ``patch``, a JSON Patch (RFC 6902). The engine makes each change and checks again; the GIL
    /// is released meanwhile. Takes and raises what ``check`` does.
    #[pyo3(signature = (operation, body=None, facts=None, *, changing=None, now=None))]
    fn fixes<'py>(
        &self,
        operation: &Bound<'py, PyAny>,
        body: Option<&Bound<'py, PyAny>>,
        facts: Option<&Bound<'py, PyAny>>,
        changing: Option<&Bound<'py, PyAny>>,
        now: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = operation.py();
        parsed(
            py,
            &self.with_request(operation, body, facts, changing, now, |of, body, facts| {
                py.detach(|| self.engine.fixes(of, body, facts).to_json())
            })?,
        )
    }

    /// Makes the changes that are safe, and returns the body: a str if it was one, bytes if it was bytes, else what JSON
    /// reads. Of a str and bytes, what no change touches stays as it is.
    ///
    /// With ``unsafe``, changes that a person would have to confirm are made, too: those of findings at level deny, and of
    /// misspelt members. A placeholder is never applied. A body that stays as it is comes back itself; one that is gone is
    /// empty, or ``None``. The GIL is released meanwhile. Takes and raises what ``check`` does.
    #[pyo3(signature = (operation, body=None, facts=None, r#unsafe=false, *, changing=None, now=None))]
    #[allow(clippy::too_many_arguments, reason = "keywords in Python")]
    fn apply<'py>(
        &self,
        operation: &Bound<'py, PyAny>,
        body: Option<&Bound<'py, PyAny>>,
        facts: Option<&Bound<'py, PyAny>>,
        r#unsafe: bool,
        changing: Option<&Bound<'py, PyAny>>,
        now: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let py = operation.py();
        let fixed =
            self.with_request(operation, body, facts, changing, now, |of, before, facts| {
                let fixed = py.detach(|| self.engine.apply(of, before, facts, r#unsafe));
                (fixed != before).then_some(fixed)
            })?;
        let (Some(body), Some(fixed)) = (body, fixed) else { return Ok(body.cloned()) };
        let is_text = body.is_instance_of::<PyString>();
        if !is_text && PyMemoryView::from(body).is_ok() {
            return Ok(Some(PyBytes::new(py, &fixed).into_any()));
        }
        // What was changed is JSON, or empty.
        let fixed = String::from_utf8(fixed)?;
        match (is_text, fixed.is_empty()) {
            (true, _) => Ok(Some(PyString::new(py, &fixed).into_any())),
            (false, true) => Ok(None),
            (false, false) => parsed(py, &fixed).map(Some),
        }
    }

    /// Adds up what was sent for an order: the facts ``order`` of its next request.
    ///
    /// ``events`` is a list of dicts, or its JSON text: first the order (or the payout), then the
    /// captures, refunds, reversals and chargebacks that were accepted, each with its time ``at``, RFC
    /// 3339 or a datetime. Returns a dict, in which amounts are str::
    ///
    ///     order = engine.order_facts([
    ///         {"operation": "order", "at": "2026-11-18T09:00:00Z", "body": body},
    ///         {"operation": "refund", "at": "2026-11-19T09:00:00Z", "body": {"amount": 30}},
    ///     ])
    ///     engine.check("refund", b'{"amount": 20}', Facts(shop, order=order))
    ///
    /// Raises HistoryError, whose ``member`` is the place (``[1].body.amount``), if the events can't
    /// follow each other or an amount isn't valid.
    #[pyo3(signature = (events, /))]
    fn order_facts<'py>(&self, events: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = events.py();
        let text = arguments::events(events)?;
        let order = self.engine.order_facts_json(&text);
        parsed(py, &order.map_err(|error| errors::history(py, &error))?)
    }

    /// Checks columns of requests, with one row of the result for each.
    ///
    /// ``bodies``, ``facts_column`` (JSON text, laid over ``facts`` by top-level member) and
    /// ``history_column`` (JSON text: the events of ``order_facts``, in place of the facts ``order``) are
    /// whatever speaks Arrow's PyCapsule interface: arrays and streams of pyarrow, Polars, DuckDB,
    /// pandas … of text or bytes in any layout. ``operation`` is a str, or such a column, too.
    /// Streams are consumed batch by batch. A null means that there is no body; null facts are those of
    /// ``facts``; a null history is none. ``now`` is for rows whose own facts have none.
    ///
    /// The result is an ArrowArray, or an ArrowStream if one of the columns is a stream, of
    /// structs:
    ///
    /// - ``want="verdict"``: ``verdict``, ``error``
    /// - ``want="report"``: ``verdict``, ``status``, ``scenario``, ``total``, ``findings``,
    ///   ``truncated``, ``unchecked``, ``error``
    /// - ``want="json"``: ``report`` (the canonical JSON), ``error``
    ///
    /// A row that can't be checked, because its operation isn't known or its facts are invalid, is
    /// null but for ``error``, which says why and shows no value. The GIL is released meanwhile.
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
        let requests = Requests::of(operation, bodies, facts, facts_column, history_column, now)?;
        batch::check(this.py(), &this.get().engine, requests, want)
    }

    /// Counts what comes of columns of requests, as ``paylint batch --summary`` does.
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
        let requests = Requests::of(operation, bodies, facts, facts_column, history_column, now)?;
        batch::tally(operation.py(), &self.engine, requests)
    }

    /// Holds verdicts against what the gateway answered, as ``paylint calibrate`` does.
    ///
    /// ``status`` is a column of HTTP statuses, integers or texts of digits, where null is no answer; ``answers`` one of
    /// the bodies of the answers, of which nothing is kept but the members that they name. ``refused`` are the statuses
    /// that refuse a request, 400 and 422 by default. Otherwise it takes and raises what ``check_batch`` does. The result is an ArrowArray with the
    /// columns ``kind``, ``operation``, ``name``, ``level``, ``answer`` and ``count``. To combine several, add up
    /// ``count`` by the other columns; ``paylint.calibration`` says what the rows mean together.
    #[pyo3(signature = (
        operation, bodies, status, facts=None, *, answers=None, facts_column=None, history_column=None,
        now=None, refused=None
    ))]
    #[allow(clippy::too_many_arguments, reason = "keywords in Python")]
    fn calibrate(
        &self,
        operation: &Bound<'_, PyAny>,
        bodies: &Bound<'_, PyAny>,
        status: &Bound<'_, PyAny>,
        facts: Option<&Bound<'_, PyAny>>,
        answers: Option<&Bound<'_, PyAny>>,
        facts_column: Option<&Bound<'_, PyAny>>,
        history_column: Option<&Bound<'_, PyAny>>,
        now: Option<&Bound<'_, PyAny>>,
        refused: Option<Vec<u16>>,
    ) -> PyResult<ArrowArray> {
        let requests = Requests::of(operation, bodies, facts, facts_column, history_column, now)?;
        let requests = requests.with_answers(status, answers)?;
        let refused = refused.unwrap_or_else(|| Answer::REFUSED.to_vec());
        batch::calibrate(operation.py(), &self.engine, requests, &refused)
    }

    /// Counts what would change if the policy of ``after`` took the place of this one, as
    /// ``paylint replay`` does.
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
        let requests = Requests::of(operation, bodies, facts, facts_column, history_column, now)?;
        batch::replay(operation.py(), &self.engine, &after.get().engine, requests)
    }

    /// The level of every rule under this policy: first those of the catalogue, then the policy's
    /// own.
    fn levels<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let levels = PyDict::new(py);
        for (rule, level) in self.engine.rules() {
            levels.set_item(rule.name, level.name())?;
        }
        Ok(levels)
    }

    fn _rules(&self) -> String {
        rules_json(self.engine.rules())
    }

    /// The label of the policy; ``None`` if it has none.
    #[getter]
    fn label(&self) -> Option<&str> {
        self.engine.label()
    }

    /// Notes for the policy's author, one per line: it uses a rule's old name, or names a rule that is
    /// deprecated. They don't change what the policy does.
    #[getter]
    fn policy_notes(&self) -> Vec<String> {
        self.engine.policy_notes().to_vec()
    }

    /// What the compiled policy decides by: 16 hexadecimal digits, which are the same for two
    /// policies that compile to the same. Keep it, with ``paylint.fingerprint``, beside the reports
    /// that you keep.
    #[getter]
    fn fingerprint(&self) -> String {
        self.engine.policy_fingerprint().text()
    }

    /// The size limit of a body in bytes. A longer body gets only the finding ``json.too_large``.
    #[getter]
    fn max_body_bytes(&self) -> usize {
        self.engine.max_body_bytes()
    }

    fn __repr__(&self) -> String {
        let label = self.label().map(|label| format!(" {label}")).unwrap_or_default();
        format!("<paylint.Engine{label} {}>", self.fingerprint())
    }

    fn __copy__(this: Bound<'_, Engine>) -> Bound<'_, Engine> {
        this
    }

    fn __deepcopy__<'py>(
        this: Bound<'py, Engine>,
        _memo: &Bound<'py, PyAny>,
    ) -> Bound<'py, Engine> {
        this
    }

    #[allow(clippy::type_complexity, reason = "what __reduce__ returns")]
    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> (Bound<'py, PyType>, (Option<Vec<Bound<'py, PyBytes>>>,)) {
        let policy = self
            .policy
            .as_ref()
            .map(|layers| layers.iter().map(|layer| PyBytes::new(py, layer)).collect());
        (py.get_type::<Engine>(), (policy,))
    }
}

/// The Python value of JSON text.
fn parsed<'py>(py: Python<'py>, json: &str) -> PyResult<Bound<'py, PyAny>> {
    static LOADS: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    LOADS.import(py, "json", "loads")?.call1((json,))
}

impl Engine {
    /// Converts the arguments of a check. The caller's code runs here, before the check does.
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
        let standing = FactsArgument::of(facts)?;
        let changing = FactsArgument::of(changing)?;
        let now = arguments::now(now)?;
        let mut facts = standing.as_facts().overlaid(&changing.as_facts());
        facts.now = now.or(facts.now);
        Ok(check(operation, &body, &facts))
    }
}
