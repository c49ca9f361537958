// What `paylint check` writes as SARIF is valid against the schema of the standard, which a package of npm carries.
//
//   cargo xtask long sarif

import { execFileSync, spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';

const target = process.env.CARGO_TARGET_DIR ?? 'target';
const folder = `${target}/long/sarif`;
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
execFileSync('npm', ['install', '--silent', '--prefix', folder, '@microsoft/jest-sarif@1.0.0-beta.0']);
const require = createRequire(`${process.cwd()}/${folder}/node_modules/`.replace(/^.*\/\//, '/'));
const Ajv = require('ajv');
const ajv = new Ajv({ schemaId: 'auto', allErrors: true });
ajv.addMetaSchema(require('ajv/lib/refs/json-schema-draft-04.json'));
const isValid = ajv.compile(require('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json'));
if (isValid({ version: '2.1.0', runs: [{ tool: { driver: { nam: 'x' } } }] }))
  throw new Error('the schema accepts what is wrong');

const malformed = `${folder}/malformed ä.json`;
writeFileSync(malformed, '{"client": ');
writeFileSync(`${folder}/empty.json`, '');
let results = 0;
const RUNS = [
  ['examples/order-good.json'],
  ['examples/order.json'],
  [malformed, `${folder}/empty.json`, '/no/such.json'],
  ['examples', malformed],
  ['-'],
];
for (const files of RUNS) {
  const check = ['check', '--operation', 'order', '--format', 'sarif', ...files];
  const input = '{"client":{"city":"Rīga"},"currency":"EU"}';
  const log = JSON.parse(spawnSync(`${target}/debug/paylint`, check, { input, encoding: 'utf8' }).stdout);
  if (!isValid(log)) throw new Error(`${files}: ${ajv.errorsText(isValid.errors)}`);
  results += log.runs[0].results.length;
}
console.log(`result: ${RUNS.length} logs with ${results} results are valid SARIF 2.1.0`);
