//! Checks one of the requests again and again, for a profiler: `profile REQUEST WHAT TIMES`, where
//! WHAT is `paylint`, `json` (the report is also written as JSON) or `yardstick`.

use paylint::{Engine, Report};
use paylint_benches::requests::{INVALID, OPERATIONS, ORDERS, standing};
use paylint_benches::typed;
use std::hint::black_box;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [name, what, times] = arguments.as_slice() else { return ExitCode::from(2) };
    let mut requests = ORDERS.iter().chain([&INVALID]).chain(&OPERATIONS);
    let request = requests.find(|request| request.name == name);
    let (Some(request), Ok(times)) = (request, times.parse::<u32>()) else {
        return ExitCode::from(2);
    };
    let (engine, standing, changing) = (Engine::default(), standing(), request.changing());
    let (mut report, mut json) = (Report::new(), String::new());
    for _ in 0..times {
        if what == "yardstick" {
            _ = black_box(typed::read(request.operation, black_box(request.body)));
        } else {
            let facts = black_box(&changing).over(black_box(&standing));
            engine.check_into(request.operation, black_box(request.body), &facts, &mut report);
            if what == "json" {
                json.clear();
                black_box(&report).write_json(&mut json);
            }
        }
    }
    ExitCode::SUCCESS
}
