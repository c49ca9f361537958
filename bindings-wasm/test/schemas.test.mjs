// The JSON Schemas of the package: files, so that they weigh nothing in the module.

import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { Engine } from 'paylint';

const require = createRequire(import.meta.url);
const schema = (name) => require(`paylint/schemas/${name}.json`);

test('there is a schema of every body, of facts and of policies, whose examples are taken', () => {
  const engine = new Engine();
  const files = readdirSync(new URL('../pkg/schemas', import.meta.url));
  assert.equal(files.length, 15);
  for (const name of files.map((file) => file.replace('.json', ''))) {
    const { $schema, title, examples = [] } = schema(name);
    assert.equal($schema, 'https://json-schema.org/draft/2020-12/schema', name);
    assert.ok(title);
    assert.equal(examples.length > 0, name !== 'reversal', name);
    for (const example of examples) {
      if (name === 'policy') new Engine(example);
      else if (name === 'facts') engine.check('reversal', undefined, example);
      else assert.equal(engine.check(name, example).verdict, 'accept', name);
    }
  }
});

test('a schema can be imported', async () => {
  const { default: order } = await import('paylint/schemas/order.json', {
    with: { type: 'json' },
  });
  assert.deepEqual(order, schema('order'));
  assert.deepEqual(order.$defs.Client.properties.zip_code.examples, ['LV-1010']);
});
