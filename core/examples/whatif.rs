use paylint::{Engine, FactsBuf, Operation, Policy};
use std::io::BufRead;
fn main() {
    let mut worst = (0, String::new());
    let mut n = 0;
    let mut sum = 0u64;
    let mut inc = 0;
    let mut wf = (0, String::new());
    let mut hist = [0u32; 9];
    for line in std::io::stdin().lock().lines() {
        let line = line.unwrap();
        let v: serde_json::Value = match serde_json::from_str(&line) {
            Ok(v) => v,
            Err(_) => continue,
        };
        let Some(op) = v["operation"].as_str().and_then(Operation::from_name) else { continue };
        let body = if v.get("body").is_some() {
            v["body"].to_string()
        } else {
            v["raw"].as_str().unwrap_or("").to_owned()
        };
        let Ok(facts) =
            FactsBuf::from_json(v.get("facts").map_or("{}".into(), |f| f.to_string()).as_bytes())
        else {
            continue;
        };
        let Ok(policy) =
            Policy::from_json(v.get("policy").map_or("{}".into(), |f| f.to_string()).as_bytes())
        else {
            continue;
        };
        let engine = Engine::new(&policy);
        let f = engine.fields(op, body.as_bytes(), &facts.as_facts());
        if f.checks > wf.0 {
            wf = (f.checks, v["id"].to_string());
        }
        let r = engine.repairs(op, body.as_bytes(), &facts.as_facts());
        n += 1;
        sum += u64::from(r.checks);
        if !r.complete {
            inc += 1;
            println!("incomplete {} {} {}", v["id"], r.checks, r.repairs.len());
        }
        if r.checks > 600 {
            println!("{} {}", v["id"], r.checks);
        }
        if r.checks > worst.0 {
            worst = (r.checks, v["id"].to_string());
        }
        hist[r.repairs.first().map_or(0, |r| r.changes.len().min(8))] += 1;
    }
    println!(
        "{n} cases, mean {} worst {worst:?} incomplete {inc} fields {wf:?} {hist:?}",
        sum / n.max(1)
    );
}
