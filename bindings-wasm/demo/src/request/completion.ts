// Completes names and values from the JSON Schemas of bodies, facts and policies.

import {
  pickedCompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete';
import type { EditorView } from '@codemirror/view';
import { getLocation, getNodeValue, parseTree } from 'jsonc-parser';
import type { Operation } from 'paylint';
import { nodeAt } from './places.js';
import { schemaOf, type JsonSchema } from './schemas.js';

export function completeBody(
  operation: Operation,
  context: CompletionContext,
): Promise<CompletionResult | null> {
  return complete(operation, context);
}

export function completeFacts(context: CompletionContext): Promise<CompletionResult | null> {
  return complete('facts', context);
}

export function completePolicy(context: CompletionContext): Promise<CompletionResult | null> {
  return complete('policy', context);
}

async function complete(
  name: Operation | 'facts' | 'policy',
  context: CompletionContext,
): Promise<CompletionResult | null> {
  const { pos, explicit } = context;
  const text = context.state.doc.toString();
  const before = context.matchBefore(/["\w.-]+/);
  if (before === null && !explicit) return null;
  const root = await schemaOf(name);
  if (root === undefined || context.aborted) return null;
  const { path, isAtPropertyKey, previousNode: node } = getLocation(text, pos);
  const isInside = node !== undefined && node.offset <= pos && pos <= node.offset + node.length;
  const from = isInside ? node.offset : (before?.from ?? pos);
  const to = isInside ? node.offset + node.length : pos;
  const steps = path.map(String);
  const options = isAtPropertyKey
    ? nameOptions(root, text, steps.slice(0, -1), to)
    : valueOptions(schemasAt(root, steps), root);
  return options.length === 0 ? null : { from, to, options, validFor: /^["\w.*-]*$/ };
}

/** The schemas that apply at a path: more than one if they are combined. */
function schemasAt(root: JsonSchema, steps: readonly string[]): JsonSchema[] {
  return steps.reduce<JsonSchema[]>(
    (schemas, step) => schemas.flatMap((schema) => inside(schema, step)).flatMap(expandedBy(root)),
    expandedBy(root)(root),
  );
}

function inside({ properties, items, additionalProperties }: JsonSchema, step: string): JsonSchema[] {
  const rest = typeof additionalProperties === 'object' ? additionalProperties : undefined;
  const next = properties?.[step] ?? (/^\d+$/.test(step) && items ? items : rest);
  return next === undefined ? [] : [next];
}

/** A schema with what it refers to and what it is combined of. */
function expandedBy(root: JsonSchema): (schema: JsonSchema) => JsonSchema[] {
  const expanded = (schema: JsonSchema): JsonSchema[] => {
    const name = schema.$ref?.replace('#/$defs/', '');
    const target = name === undefined ? undefined : root.$defs?.[name];
    const parts = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(target ? [target] : [])];
    return [schema, ...parts.flatMap(expanded)];
  };
  return expanded;
}

function nameOptions(
  root: JsonSchema,
  text: string,
  outer: readonly string[],
  to: number,
): Completion[] {
  const tree = parseTree(text);
  const object = tree && nodeAt(tree, [...outer]);
  const given = (object?.children ?? []).map(({ children }) => children?.[0]);
  const taken = new Set(
    given.filter((key) => key && key.offset + key.length !== to).map((key) => getNodeValue(key!)),
  );
  const isNamed = /^\s*:/.test(text.slice(to));
  const isFollowed = /^\s*"/.test(text.slice(to));
  const properties = schemasAt(root, outer).flatMap((schema) => [
    ...Object.entries(schema.properties ?? {}),
    ...(schema.propertyNames?.enum ?? []).map((name): [string, JsonSchema] => [String(name), {}]),
  ]);
  const names = new Map(properties);
  return [...names]
    .filter(([name]) => !taken.has(name))
    .map(([name, schema]) => {
      const all = expandedBy(root)(schema);
      const value = isNamed ? '' : startOf(all);
      return {
        label: JSON.stringify(name),
        displayLabel: name,
        detail: typesOf(all),
        ...infoOf(all),
        apply: inserting(JSON.stringify(name), value, isNamed, isFollowed),
      };
    });
}

/** Inserts a name and the start of its value, which is selected to be typed over. */
function inserting(name: string, value: string, isNamed: boolean, isFollowed: boolean) {
  return (view: EditorView, completion: Completion, from: number, to: number): void => {
    const start = isNamed ? name : `${name}: `;
    const insert = start + value + (isFollowed && !isNamed ? ',' : '');
    const anchor = from + start.length + (/^[[{"]/.test(value) ? 1 : 0);
    const head = from + start.length + value.length - (/[\]}"]$/.test(value) ? 1 : 0);
    view.dispatch({
      changes: { from, to, insert },
      selection: { anchor, head: Math.max(anchor, head) },
      annotations: pickedCompletion.of(completion),
    });
  };
}

/** A value to begin with: the first example of a text or number. */
function startOf(schemas: readonly JsonSchema[]): string {
  const types = typesOf(schemas);
  if (/\bobject\b/.test(types)) return '{}';
  if (/\barray\b/.test(types)) return '[]';
  const values = schemas.flatMap((schema) => schema.enum ?? schema.examples ?? []);
  return values.length === 0 ? '' : JSON.stringify(values[0]);
}

function typesOf(schemas: readonly JsonSchema[]): string {
  const types = schemas.flatMap(({ type }) => type ?? []).filter((type) => type !== 'null');
  return [...new Set(types)].join(' or ');
}

function infoOf(schemas: readonly JsonSchema[]): { info?: string } {
  const info = schemas.find(({ description }) => description !== undefined)?.description;
  return info === undefined ? {} : { info };
}

function valueOptions(schemas: readonly JsonSchema[], root: JsonSchema): Completion[] {
  const all = schemas.flatMap(expandedBy(root));
  const values = all.flatMap((schema) => [
    ...(schema.enum ?? []),
    ...(schema.const === undefined ? [] : [schema.const]),
  ]);
  if (/\bboolean\b/.test(typesOf(all))) values.push(true, false);
  const listed = new Set(values.filter((value) => value !== null).map((v) => JSON.stringify(v)));
  const examples = all.flatMap((schema) => schema.examples ?? []);
  const shown = examples.map((example) => JSON.stringify(example)).filter((text) => text.length < 60);
  return [
    ...[...listed].map((label) => ({ label, boost: 1 })),
    ...[...new Set(shown)]
      .filter((label) => !listed.has(label))
      .map((label) => ({ label, detail: 'example' })),
  ];
}
