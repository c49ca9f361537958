// Builds the package into the server's bundle, too, rather than leaving it to Node.
export default { ssr: { noExternal: true } };
