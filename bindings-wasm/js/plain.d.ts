/** The engine as plain JavaScript: a separate file in the package, made from the module by wasm2js (../build.sh). */
export declare const memory: { readonly buffer: ArrayBuffer };
