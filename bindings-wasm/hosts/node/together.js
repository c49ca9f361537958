// What is imported is one copy of the package. What a dependency requires is another one, whose
// engines refuse these facts and say why.

import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { Engine, Facts, FactsError } from 'paylint';
import * as inline from 'paylint/inline';

const required = createRequire(import.meta.url)('paylint');
const facts = new Facts({ terminal: 'standard' });
assert.equal(inline.Engine, Engine);
assert.ok(new inline.Engine().accepts('refund', undefined, facts));
assert.throws(
  () => new required.Engine().accepts('refund', undefined, facts),
  (error) =>
    !(error instanceof FactsError) &&
    error.code === 'ERR_PAYLINT_FACTS' &&
    error.message.includes('another copy of paylint'),
);
console.log('together');
