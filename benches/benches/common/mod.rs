//! Tools that all benchmarks measure with.

use cpu_time::ThreadTime;
use criterion::measurement::{Measurement, ValueFormatter, WallTime};
use criterion::{BenchmarkGroup, Criterion};
use paylint::{Engine, Facts, Report};
use paylint_benches::requests::Request;
use std::hint::black_box;
use std::time::Duration;

/// The thread's processor time: other work of the machine doesn't count.
pub(crate) struct CpuTime;

impl Measurement for CpuTime {
    type Intermediate = ThreadTime;
    type Value = Duration;

    fn start(&self) -> ThreadTime {
        ThreadTime::now()
    }

    fn end(&self, start: ThreadTime) -> Duration {
        start.elapsed()
    }

    fn add(&self, a: &Duration, b: &Duration) -> Duration {
        *a + *b
    }

    fn zero(&self) -> Duration {
        Duration::ZERO
    }

    fn to_f64(&self, value: &Duration) -> f64 {
        WallTime.to_f64(value)
    }

    fn formatter(&self) -> &dyn ValueFormatter {
        WallTime.formatter()
    }
}

/// Fifty samples of ten milliseconds; `cargo xtask bench` takes the fastest of several rounds.
pub(crate) fn config() -> Criterion<CpuTime> {
    Criterion::default()
        .with_measurement(CpuTime)
        .warm_up_time(Duration::from_millis(200))
        .measurement_time(Duration::from_millis(500))
        .sample_size(50)
        .nresamples(2000)
}

pub(crate) type Group<'a> = BenchmarkGroup<'a, CpuTime>;

/// Measures work on a request's body, with its own facts laid over the standing ones each time.
pub(crate) fn with_facts(
    group: &mut Group<'_>,
    way: &str,
    request: &Request,
    standing: &Facts<'_>,
    mut work: impl FnMut(&[u8], &Facts<'_>),
) {
    let changing = request.changing();
    group.bench_function(way, |b| {
        b.iter(|| {
            let facts = black_box(&changing).over(black_box(standing));
            work(black_box(request.body), &facts);
        });
    });
}

/// Measures an engine: from the bytes to a reused report.
pub(crate) fn check_into(
    group: &mut Group<'_>,
    way: &str,
    engine: &Engine,
    request: &Request,
    standing: &Facts<'_>,
) {
    let mut report = Report::new();
    with_facts(group, way, request, standing, |body, facts| {
        engine.check_into(request.operation, body, facts, &mut report);
        black_box(&report);
    });
}
