// Turns the JavaScript in the package's README into a program that checks it, and into one to compile. A comment after an
// expression is its expected value, in full or up to `…`. If it is prose, the value must only not be undefined.

import { readFileSync, writeFileSync } from 'node:fs';

const page = readFileSync('node_modules/paylint/README.md', 'utf8');
const code = [...page.matchAll(/^```js\n(.*?)^```$/gms)].map(([, text]) => text).join('\n');
let remarks = 0;
const lines = code.replace(/^([\w.]+.*); +\/\/ (.*)$/gm, (_, expression, remark) => {
  const isValue = /^['{]|^(true|false)$/.test(remark);
  if (isValue) remarks += 1;
  const value = remark.replace(/, … }$/, ' }');
  if (!isValue) return `assert.notEqual(${expression}, undefined);`;
  const compare = value === remark ? 'deepEqual' : 'partialDeepEqual';
  return `${compare}(${expression}, ${value});`;
});
const program = `
import assert, { deepEqual } from 'node:assert/strict';
const partialDeepEqual = (value, part) =>
  deepEqual(Object.fromEntries(Object.keys(part).map((key) => [key, value[key]])), part);
// Stand-ins for a form library.
const standardSchemaResolver = (schema) => schema['~standard'];
const useForm = ({ resolver }) => resolver.validate;
${lines}
console.log('${remarks} values are as the README says');`;
writeFileSync('program.mjs', program);
writeFileSync('readme.mts', code);
