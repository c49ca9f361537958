// Completes names and values in bodies, facts and policies, by their schemas.

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
): CompletionResult | null {
  return complete(operation, context);
}

export function completeFacts(context: CompletionContext): CompletionResult | null {
  return complete('facts', context);
}

export function completePolicy(context: CompletionContext): CompletionResult | null {
  return complete('policy', context);
}

function complete(
  name: Operation | 'facts' | 'policy',
  context: CompletionContext,
): CompletionResult | null {
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
  const schema = schemaAt(schemaOf(name), isAtPropertyKey ? outer : steps);
  const options = isAtPropertyKey ? nameOptions(schema, text, outer, to) : valueOptions(schema);
  return options.length === 0 ? null : { from, to, options, validFor: /^["\w.*-]*$/ };
}

function schemaAt(root: JsonSchema, steps: readonly string[]): JsonSchema {
  const inside = (schema: JsonSchema, step: string): JsonSchema =>
    schema.properties?.[step] ?? (/^\d+$/.test(step) ? schema.items : undefined) ?? {};
  return steps.reduce(inside, root);
}

function nameOptions(
  { properties = {} }: JsonSchema,
  text: string,
  outer: readonly string[],
  to: number,
): Completion[] {
  const tree = parseTree(text);
  const object = tree && nodeAt(tree, outer);
  const keys = (object?.children ?? []).flatMap(({ children }) => children?.slice(0, 1) ?? []);
  // The one that is being typed isn't taken yet.
  const others = keys.filter(({ offset, length }) => offset + length !== to);
  const taken = new Set(others.map((key) => getNodeValue(key) as string));
  const isNamed = /^\s*:/.test(text.slice(to));
  const isFollowed = /^\s*"/.test(text.slice(to));
  return Object.entries(properties)
    .filter(([name]) => !taken.has(name))
    .map(([name, schema]) => ({
      label: JSON.stringify(name),
      displayLabel: name,
      detail: typeOf(schema),
      apply: inserting(JSON.stringify(name), startOf(schema), isNamed, isFollowed),
    }));
}

/** Inserts a name and the start of its value, which is selected to be typed over. */
function inserting(name: string, value: string, isNamed: boolean, isFollowed: boolean) {
  return (view: EditorView, completion: Completion, from: number, to: number): void => {
    const start = isNamed ? name : `${name}: `;
    const insert = isNamed ? name : start + value + (isFollowed ? ',' : '');
    const inner = isNamed ? '' : value;
    const anchor = from + start.length + (/^[[{"]/.test(inner) ? 1 : 0);
    const head = from + start.length + inner.length - (/[\]}"]$/.test(inner) ? 1 : 0);
    view.dispatch({
      changes: { from, to, insert },
      selection: { anchor, head },
      annotations: pickedCompletion.of(completion),
    });
  };
}

/** A value to begin with. */
function startOf(schema: JsonSchema): string {
  const type = typeOf(schema);
  if (type === 'object') return '{}';
  if (type === 'array') return '[]';
  const [first] = schema.enum ?? schema.examples ?? [];
  if (first !== undefined) return JSON.stringify(first);
  return type === 'string' ? '""' : '';
}

function typeOf({ type = [] }: JsonSchema): string {
  return [type].flat().join(' or ');
}

function valueOptions(schema: JsonSchema): Completion[] {
  const { enum: values = typeOf(schema) === 'boolean' ? [true, false] : [] } = schema;
  const listed = new Set(values.map((value) => JSON.stringify(value)));
  const examples = (schema.examples ?? []).map((value) => JSON.stringify(value));
  return [
    ...[...listed].map((label) => ({ label, boost: 1 })),
    ...examples.filter((label) => !listed.has(label)).map((label) => ({ label })),
  ];
}
