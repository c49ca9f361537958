//! Writes the JavaScript glue of a WebAssembly module: `paylint-wasm-glue <module.wasm> <folder>`.

use std::env;
use std::process::ExitCode;
use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let mut arguments = env::args_os().skip(1);
    let (Some(module), Some(folder)) = (arguments.next(), arguments.next()) else {
        eprintln!("usage: paylint-wasm-glue <module.wasm> <folder>");
        return ExitCode::from(2);
    };
    let written = Bindgen::new()
        .input_path(module)
        .out_name("paylint")
        .typescript(true)
        .remove_name_section(true)
        .remove_producers_section(true)
        .web(true)
        .and_then(|bindgen| bindgen.generate_output())
        .and_then(|mut output| {
            // Exports for pages that run several instances; the glue doesn't use them.
            for export in ["__abort_handler", "__instance_terminated"] {
                output.wasm_mut().exports.remove(export).ok();
            }
            output.emit(folder)
        });
    match written {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::FAILURE
        }
    }
}
