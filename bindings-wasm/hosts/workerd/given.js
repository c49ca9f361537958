// With the compiled module passed in.

import { Engine, init } from 'paylint';
import module from 'paylint/paylint.wasm';
import { shop } from './shop.js';

await init(module);
const engine = new Engine();

export default {
  async fetch() {
    return new Response(engine.accepts('refund') && (await shop()));
  },
};
