//! Asks both what-if questions: `cargo run -p paylint --example whatif order '{"body":1}' '{"facts":1}'`.
use paylint::{Engine, FactsBuf, Operation, Policy};
fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let op = Operation::from_name(&args[0]).unwrap();
    let facts = args.get(2).map_or(FactsBuf::new(), |f| FactsBuf::from_json(f.as_bytes()).unwrap());
    let policy = args.get(3).map_or(Policy::default(), |f| Policy::from_json(f.as_bytes()).unwrap());
    let engine = Engine::new(&policy);
    let facts = facts.as_facts();
    println!("{}", engine.check(op, args[1].as_bytes(), &facts));
    for field in engine.fields(op, args[1].as_bytes(), &facts).fields {
        println!("{} {} {:?} {:?} {:?}", field.path, field.json_type, field.state, field.under, field.rules);
    }
    let repairs = engine.repairs(op, args[1].as_bytes(), &facts);
    println!("{}", repairs.to_json());
    for r in &repairs.repairs { println!("{}", String::from_utf8_lossy(&r.apply(args[1].as_bytes()))); }
}
