//! Checks one of the orders again and again, for a profiler: `profile ORDER paylint|yardstick
//! TIMES`.

use paylint::{Engine, Report};
use paylint_benches::requests::{ORDERS, standing};
use paylint_benches::typed;
use std::hint::black_box;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [name, what, times] = arguments.as_slice() else { return ExitCode::from(2) };
    let request = ORDERS.iter().find(|request| request.name == name);
    let (Some(request), Ok(times)) = (request, times.parse::<u32>()) else {
        return ExitCode::from(2);
    };
    let (engine, standing, changing) = (Engine::default(), standing(), request.changing());
    let mut report = Report::new();
    for _ in 0..times {
        if what == "yardstick" {
            _ = black_box(typed::read(request.operation, black_box(request.body)));
        } else {
            let facts = black_box(&changing).over(black_box(&standing));
            engine.check_into(request.operation, black_box(request.body), &facts, &mut report);
        }
    }
    ExitCode::SUCCESS
}
