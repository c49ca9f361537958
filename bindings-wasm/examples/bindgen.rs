//! Writes the JavaScript glue of a WebAssembly module: `glue MODULE.wasm FOLDER`.

use std::env;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<(), Box<dyn Error>> {
    let paths: Vec<PathBuf> = env::args_os().skip(1).map(PathBuf::from).collect();
    let [module, folder] = &paths[..] else { return Err("usage: glue MODULE.wasm FOLDER".into()) };
    let mut output = Bindgen::new()
        .input_path(module)
        .out_name("paylint")
        .typescript(true)
        .remove_name_section(true)
        .remove_producers_section(true)
        .web(true)?
        .generate_output()?;
    // Exports for pages that run several instances, which the glue doesn't use, and for references, which plain
    // JavaScript doesn't know.
    let references = ["__wbindgen_externrefs", "__wbindgen_start"];
    let references = references.iter().filter(|_| folder.ends_with("plain"));
    for export in ["__abort_handler", "__instance_terminated"].iter().chain(references) {
        output.wasm_mut().exports.remove(export).ok();
    }
    output.emit(folder)?;
    replace_the_instance(&folder.join("paylint.js"))
}

/// Lets `initSync` take another module. As it is generated, it keeps the first for good, even if that
/// one is of another version.
fn replace_the_instance(glue: &Path) -> Result<(), Box<dyn Error>> {
    let kept = "function initSync(module) {\n    if (wasm !== undefined) return wasm;\n";
    let text = fs::read_to_string(glue)?;
    if !text.contains(kept) {
        return Err(format!("{}: initSync isn't as expected", glue.display()).into());
    }
    fs::write(glue, text.replace(kept, "function initSync(module) {\n"))?;
    Ok(())
}
