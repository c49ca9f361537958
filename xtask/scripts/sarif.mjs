// Whether logs are valid SARIF 2.1.0:
//
//   node xtask/scripts/sarif.mjs FOLDER LOG…    FOLDER has the package @microsoft/jest-sarif

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';

const [folder, ...logs] = process.argv.slice(2);
const require = createRequire(resolve(folder, 'node_modules/'));
const Ajv = require('ajv');
const ajv = new Ajv({ schemaId: 'auto', allErrors: true });
ajv.addMetaSchema(require('ajv/lib/refs/json-schema-draft-04.json'));
const isValid = ajv.compile(require('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json'));

const isWrong = { version: '2.1.0', runs: [{ tool: { driver: { nam: 'x' } } }] };
if (isValid(isWrong)) throw new Error('the schema accepts what is wrong');
let results = 0;
for (const file of logs) {
  const log = JSON.parse(readFileSync(file, 'utf8'));
  if (!isValid(log)) throw new Error(`${file}: ${ajv.errorsText(isValid.errors)}`);
  results += log.runs[0].results.length;
}
console.log(`result: ${logs.length} logs with ${results} results are valid SARIF 2.1.0`);
