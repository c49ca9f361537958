// JavaScript as a README prints it, made into a program that compares: a remark behind an
// expression says what it comes to, in full, or up to `…`; words only say that it is something.

/** The `js` blocks of a page, one after the other. */
export function javascript(page) {
  return [...page.matchAll(/^```js\n(.*?)^```$/gms)].map(([, text]) => text).join('\n');
}

/** A program that fails where the page is wrong, and says how many remarks it compared. */
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
// What a form's library brings along.
const standardSchemaResolver = (schema) => schema['~standard'];
const useForm = ({ resolver }) => resolver.validate;
${lines}
console.log(${remarks});`;
}
