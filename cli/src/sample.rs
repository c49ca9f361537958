//! `paylint sample`: made-up requests, accepted ones or each mistake once.

use crate::args::{SampleArguments, Scripts};
use crate::exit::{Error, Exit, Result};
use crate::host::{self, StandingFacts};
use paylint::{Engine, Operation};
use paylint_samples::{Sample, Samples};
use serde_json::{Value, json};
use std::fs::{self, File};
use std::io::Write;
use std::path::Path;

/// Runs `paylint sample`.
pub(crate) fn run(arguments: &SampleArguments) -> Result<Exit> {
    let engine = Engine::new(&host::policy(&arguments.standing.policy)?);
    let given = StandingFacts::read(&arguments.standing.facts)?;
    if let Some(folder) = &arguments.dir {
        let entries = fs::create_dir_all(folder).and_then(|()| fs::read_dir(folder));
        let is_empty = entries.map_err(|error| cannot_write(folder, &error))?.next().is_none();
        if !is_empty && !arguments.overwrite {
            let folder = folder.display();
            return Err(Error::unusable(format!(
                "{folder} isn't empty: name another directory, or add --overwrite"
            )));
        }
    }
    let mut index = Vec::new();
    let mut write = |sample: &Sample| {
        if arguments.bodies && sample.body.is_none() {
            return Ok(());
        }
        index.push(entry(sample));
        write(sample, arguments)
    };
    for (at, operation) in arguments.operations.iter().enumerate() {
        // The same operation again would write the same files.
        if arguments.operations[..at].contains(operation) {
            continue;
        }
        let mut samples = samples(&engine, *operation, arguments)?;
        // Without the case's facts, only the given ones apply to the body.
        let is_chosen = |sample: &Sample| {
            let body = sample.body.as_deref().unwrap_or_default().as_bytes();
            let report = || engine.check(*operation, body, &given.as_facts());
            !arguments.bodies || report().findings().len() == 0
        };
        let chosen: Box<dyn Iterator<Item = Sample>> = match (arguments.mistakes, arguments.count) {
            (true, count) => {
                let mistakes = samples.mistakes(count.unwrap_or(1).max(1)).into_iter();
                Box::new(mistakes.flat_map(|mistake| [mistake.accepted, mistake.mistaken]))
            }
            (false, Some(0)) => Box::new(samples.covering().into_iter()),
            (false, count) => {
                Box::new(samples.by_ref().filter(is_chosen).take(count.unwrap_or(10)))
            }
        };
        let mut written = 0;
        for sample in chosen {
            write(&sample)?;
            written += 1;
        }
        if written == 0 {
            let why = samples.obstacle().unwrap_or("nothing was found");
            return Err(Error::unusable(format!("no sample of {operation} is accepted: {why}")));
        }
    }
    if index.is_empty() {
        return Err(Error::unusable("none of these samples has a body: leave out --bodies"));
    }
    if let Some(folder) = &arguments.dir {
        create(&folder.join("index.json"), arguments, &format!("{:#}", Value::from(index)))?;
    }
    std::io::stdout().flush()?;
    Ok(Exit::Accepted)
}

/// A sample's entry in the index of a directory; for a mistake, with its rule and path.
fn entry(sample: &Sample) -> Value {
    let verdict = if sample.accepted { "accept" } else { "reject" };
    let (id, operation) = (&sample.id, sample.operation.name());
    let mut entry = json!({"file": file_name(id), "operation": operation, "verdict": verdict});
    if let Some((rule, path, _)) = sample.findings.first() {
        entry["rule"] = json!(rule);
        entry["path"] = json!(path);
    }
    entry
}

fn file_name(id: &str) -> String {
    format!("{id}.json")
}

fn samples<'e>(
    engine: &'e Engine,
    operation: Operation,
    arguments: &SampleArguments,
) -> Result<Samples<'e>> {
    let facts = &arguments.standing.facts;
    let mut samples = Samples::new(engine, operation, arguments.seed);
    if arguments.scripts == Scripts::All {
        samples = samples.with_all_scripts();
    }
    // All have already been read as facts.
    let unusable = |error: paylint::FactsError| Error::unusable(error.to_string());
    for file in &facts.facts {
        samples = samples.with_facts(&host::read("facts", file)?).map_err(unusable)?;
    }
    for text in &facts.fact {
        let json = host::single_json(text).map_err(Error::Unusable)?;
        samples = samples.with_single_facts(json.as_bytes()).map_err(unusable)?;
    }
    Ok(samples)
}

/// Writes a sample as a line, or as a file named after it.
fn write(sample: &Sample, arguments: &SampleArguments) -> Result<()> {
    let text = match (&sample.body, arguments.bodies) {
        (Some(body), true) => body.clone(),
        _ => sample.to_case(),
    };
    match &arguments.dir {
        None => writeln!(std::io::stdout().lock(), "{text}")?,
        Some(folder) => create(&folder.join(file_name(&sample.id)), arguments, &text)?,
    }
    Ok(())
}

fn create(file: &Path, arguments: &SampleArguments, text: &str) -> Result<()> {
    if arguments.overwrite {
        // Replaces a link, not its target.
        _ = fs::remove_file(file);
    }
    File::create_new(file)
        .and_then(|mut file| writeln!(file, "{text}"))
        .map_err(|error| cannot_write(file, &error))
}

fn cannot_write(path: &Path, error: &std::io::Error) -> Error {
    Error::unusable(format!("cannot write {}: {error}", path.display()))
}
