//! Corrupt Arrow streams: every one is refused, or checked as far as it can be.

mod stream;

use arrow_array::{
    BinaryViewArray, DictionaryArray, Int8Array, LargeBinaryArray, RecordBatch, StringArray,
    StringViewArray,
};
use arrow_ipc::writer::StreamWriter;
use std::path::Path;
use std::sync::Arc;

const OPERATIONS: [&str; 3] = ["tax", "reversal", "ordr"];
const BODIES: [Option<&str>; 3] =
    [Some(r#"{"name":"VAT","percent":210}"#), None, Some(r#"{"products":[{"price":1}]}"#)];
const FACTS: [Option<&str>; 3] = [None, Some(r#"{"order":{"reversed":true}}"#), Some("{}")];

/// Short streams, whose columns are of different layouts.
fn streams() -> Vec<Vec<u8>> {
    let bytes = || BODIES.map(|body| body.map(str::as_bytes)).to_vec();
    let keys = Int8Array::from(vec![Some(0), Some(1), None]);
    let dictionary = DictionaryArray::new(keys, Arc::new(StringArray::from(OPERATIONS.to_vec())));
    let batches: [Vec<(&str, arrow_array::ArrayRef)>; 3] = [
        vec![
            ("operation", Arc::new(StringArray::from(OPERATIONS.to_vec()))),
            ("body", Arc::new(StringArray::from(BODIES.to_vec()))),
            ("facts", Arc::new(StringArray::from(FACTS.to_vec()))),
        ],
        vec![
            ("operation", Arc::new(dictionary)),
            ("body", Arc::new(LargeBinaryArray::from(bytes()))),
        ],
        vec![
            ("body", Arc::new(BinaryViewArray::from(bytes()))),
            ("facts", Arc::new(StringViewArray::from(FACTS.to_vec()))),
        ],
    ];
    batches.map(written).to_vec()
}

fn written(columns: Vec<(&str, arrow_array::ArrayRef)>) -> Vec<u8> {
    let batch = RecordBatch::try_from_iter(columns).expect("a batch");
    let mut writer = StreamWriter::try_new(Vec::new(), &batch.schema()).expect("a writer");
    writer.write(&batch).expect("a stream");
    writer.into_inner().expect("a stream")
}

#[test]
fn a_stream_is_read_both_ways() {
    for stream in streams() {
        assert_eq!(stream::run(&stream), 2);
    }
}

#[test]
fn truncated_streams_are_refused_or_checked() {
    for stream in streams() {
        let read = (0..stream.len()).filter(|end| stream::run(&stream[..*end]) > 0).count();
        // Only what ends the stream can be missing.
        assert!(read < 16, "{read}");
    }
}

#[test]
fn corrupt_streams_are_refused_or_checked() {
    let mut read = 0;
    for mut stream in streams() {
        for at in 0..stream.len() {
            let byte = stream[at];
            stream[at] = if at % 2 == 0 { byte ^ 1 } else { 0xff };
            read += stream::run(&stream);
            stream[at] = byte;
        }
    }
    assert!(read > 250, "only {read} batches were read");
}

#[test]
fn the_seeds_of_the_fuzzer_are_checked() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/seeds/arrow");
    let mut inputs = 0;
    for file in std::fs::read_dir(folder).expect("the seeds") {
        stream::run(&std::fs::read(file.expect("a file").path()).expect("an input"));
        inputs += 1;
    }
    assert!(inputs > 0, "there are no seeds");
}
