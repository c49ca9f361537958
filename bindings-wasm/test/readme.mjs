// Turns the JavaScript in a README into a program that checks it. A comment after an expression is
// its expected value, in full or up to `…`. If it is prose, the value must only not be undefined.

/** The `js` blocks of a page, joined. */
export function javascript(page) {
  return [...page.matchAll(/^```js\n(.*?)^```$/gms)].map(([, text]) => text).join('\n');
}

/** A program that fails if the page is wrong, and prints how many values it compared. */
export function program(page) {
  let remarks = 0;
  const lines = javascript(page).replace(/^([\w.]+.*); +\/\/ (.*)$/gm, (_, expression, remark) => {
    const isValue = /^['{]|^(true|false)$/.test(remark);
    if (isValue) remarks += 1;
    const value = remark.replace(/, … }$/, ' }');
    if (!isValue) return `assert.notEqual(${expression}, undefined);`;
    const compare = value === remark ? 'deepEqual' : 'partialDeepEqual';
    return `${compare}(${expression}, ${value});`;
  });
  return `
import assert, { deepEqual } from 'node:assert/strict';
const partialDeepEqual = (value, part) =>
  deepEqual(Object.fromEntries(Object.keys(part).map((key) => [key, value[key]])), part);
// Stand-ins for a form library.
const standardSchemaResolver = (schema) => schema['~standard'];
const useForm = ({ resolver }) => resolver.validate;
${lines}
console.log(${remarks});`;
}
