//! Makes the package's WebAssembly module of a compiled one, by wasm-bindgen, and its types: `bindgen MODULE.wasm FOLDER`.

use std::env;
use std::error::Error;
use std::path::PathBuf;
use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<(), Box<dyn Error>> {
    let paths: Vec<PathBuf> = env::args_os().skip(1).map(PathBuf::from).collect();
    let [module, folder] = &paths[..] else { return Err("usage: bindgen MODULE FOLDER".into()) };
    let mut output = Bindgen::new()
        .input_path(module)
        .out_name("paylint")
        .typescript(true)
        .remove_name_section(true)
        .remove_producers_section(true)
        .web(true)?
        .generate_output()?;
    // Exports for wasm-bindgen's own script and for references. Without them, wasm-opt also removes the only import.
    for export in
        ["__abort_handler", "__instance_terminated", "__wbindgen_externrefs", "__wbindgen_start"]
    {
        output.wasm_mut().exports.remove(export).ok();
    }
    output.emit(folder)?;
    Ok(())
}
