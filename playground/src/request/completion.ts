// Completes names and values in bodies, facts and policies, by their JSON Schemas.

import { snippet, type Completion, type CompletionContext, type CompletionResult } from '@codemirror/autocomplete';
import { getLocation, getNodeValue, parseTree } from 'jsonc-parser';
import { keysOf, nodeAt } from './places.js';
import { expanded, schemasAt, type JsonSchema } from './schemas.js';

/** Completes by a schema. */
export function complete(root: JsonSchema, context: CompletionContext): CompletionResult | null {
  const { pos, explicit } = context;
  const text = context.state.doc.toString();
  const before = context.matchBefore(/["\w.-]+/);
  if (before === null && !explicit) return null;
  const { path, isAtPropertyKey, previousNode: node } = getLocation(text, pos);
  const isInside = node !== undefined && node.offset <= pos && pos <= node.offset + node.length;
  const from = isInside ? node.offset : (before?.from ?? pos);
  const to = isInside ? node.offset + node.length : pos;
  const steps = path.map(String);
  const outer = steps.slice(0, -1);
  const options = isAtPropertyKey
    ? nameOptions(root, text, outer, to)
    : valueOptions(schemasAt(root, steps));
  return options.length === 0 ? null : { from, to, options, validFor: /^["\w.*-]*$/ };
}

function nameOptions(
  root: JsonSchema,
  text: string,
  outer: readonly string[],
  to: number,
): Completion[] {
  const tree = parseTree(text);
  // The one that is being typed isn't taken yet.
  const others = keysOf(tree && nodeAt(tree, outer)).filter(({ offset, length }) => offset + length !== to);
  const taken = new Set(others.map((key) => getNodeValue(key) as string));
  const isNamed = /^\s*:/.test(text.slice(to));
  const isFollowed = /^\s*"/.test(text.slice(to));
  return schemasAt(root, outer)
    .flatMap(({ properties = {} }) => Object.entries(properties))
    .filter(([name]) => !taken.has(name))
    .map(([name, schema]) => {
      const all = expanded(root, schema);
      return {
        label: JSON.stringify(name),
        displayLabel: name,
        detail: typesOf(all).join(' or '),
        info: all.find(({ description }) => description)?.description ?? '',
        apply: isNamed ? JSON.stringify(name) : snippet(`"${name}": ${startOf(all)}${isFollowed ? ',' : ''}`),
      };
    });
}

/** A value to begin with, as a snippet: the part that is to be typed over is selected. */
function startOf(schemas: readonly JsonSchema[]): string {
  const types = typesOf(schemas);
  if (types.includes('object')) return '{${}}';
  if (types.includes('array')) return '[${}]';
  const values = schemas.flatMap((schema) => schema.enum ?? schema.examples ?? []);
  const first = values.find((value) => value !== null) ?? (types.includes('string') ? '' : undefined);
  return typeof first === 'string' ? `"\${1:${first}}"` : `\${1:${JSON.stringify(first) ?? ''}}`;
}

/** The types, without the null that counts as absent. */
function typesOf(schemas: readonly JsonSchema[]): string[] {
  const types = schemas.flatMap(({ type = [] }) => type);
  return [...new Set(types)].filter((type) => type !== 'null');
}

function valueOptions(schemas: readonly JsonSchema[]): Completion[] {
  const words = schemas.flatMap(({ enum: all = [], const: one }) => [...all, one ?? null]);
  if (typesOf(schemas).includes('boolean')) words.push(true, false);
  const examples = schemas.flatMap((schema) => schema.examples ?? []);
  const labels = [...words, ...examples]
    .filter((value) => value !== null && typeof value !== 'object')
    .map((value) => JSON.stringify(value));
  return [...new Set(labels)].map((label) => ({ label }));
}
