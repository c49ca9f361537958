/** The module in base64: a separate file in the package. */
declare const base64: string;
export default base64;
