// Finds the places of findings in the text of a request.

import { findNodeAtLocation, getNodeValue, parseTree, type Node } from 'jsonc-parser';
import type { Finding } from 'paylint';

/** A range of a text, in UTF-16 units. */
export interface Place {
  from: number;
  to: number;
}

/** Reads a JSON Pointer. */
export function stepsOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Parses a text; `undefined` if it is nested too deep for the parser, which is recursive. */
function treeOf(text: string): Node | undefined {
  return unlessTooDeep(() => parseTree(text));
}

/** Calls a recursive parser; `undefined` if it runs out of stack. */
export function unlessTooDeep<T>(parse: () => T): T | undefined {
  try {
    return parse();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Finds the place of each finding, in their order. */
export function placesOf(text: string, findings: readonly Finding[]): Place[] {
  const tree = treeOf(text);
  const repeated = new Map<string, number>();
  return findings.map((finding) => {
    const { rule, path, params } = finding;
    if (rule === 'json.malformed') return malformedPlace(text, params as Position);
    const steps = stepsOf(path);
    const place = placeAt(text, tree, steps, ABOUT_KEYS.includes(rule));
    if (rule !== 'json.duplicate_key') return place;
    const earlier = (repeated.get(path) ?? 0) + 1;
    repeated.set(path, earlier);
    return repetition(tree, steps, earlier) ?? place;
  });
}

/** Rules about a key, not its value. */
const ABOUT_KEYS = ['field.misspelt', 'field.unknown', 'json.ambiguous_key'];

/** The place of a member, or of the innermost object that there is around it. */
function placeAt(text: string, tree: Node | undefined, steps: readonly string[], isAboutKey: boolean): Place {
  const node = tree && innermost(tree, steps);
  if (node === undefined || node === tree) return start(text);
  return node.children === undefined && !isAboutKey ? whole(node) : keyOrStart(node);
}

/** Finds a member, an array's element, or the body. */
export function nodeAt(tree: Node, steps: readonly string[]): Node | undefined {
  let node: Node | undefined = tree;
  for (const step of steps) {
    if (node === undefined) return undefined;
    node = findNodeAtLocation(node, [node.type === 'array' ? Number(step) : step]);
  }
  return node;
}

/** The value at a JSON Pointer, a text without its quotes; `undefined` if there is none. */
export function placeOfValue(text: string, pointer: string): Place | undefined {
  const tree = treeOf(text);
  const node = tree && nodeAt(tree, stepsOf(pointer));
  const edge = node?.type === 'string' ? 1 : 0;
  return node && { from: node.offset + edge, to: node.offset + node.length - edge };
}

function keyOrStart(node: Node): Place {
  const key = node.parent?.type === 'property' ? node.parent.children?.[0] : undefined;
  return key === undefined ? { from: node.offset, to: node.offset + 1 } : whole(key);
}

function whole({ offset, length }: Node): Place {
  return { from: offset, to: offset + length };
}

/** The first character that isn't white space. */
function start(text: string): Place {
  const from = Math.max(0, text.search(/\S/));
  return { from, to: Math.min(text.length, from + 1) };
}

function repetition(tree: Node | undefined, steps: readonly string[], earlier: number): Place | undefined {
  const keys = keysOf(tree && nodeAt(tree, steps.slice(0, -1)));
  const key = keys.filter((candidate) => getNodeValue(candidate) === steps.at(-1))[earlier];
  return key && whole(key);
}

/** The keys of an object. */
export function keysOf(object: Node | undefined): Node[] {
  return (object?.children ?? []).flatMap(({ children }) => children?.slice(0, 1) ?? []);
}

interface Position {
  line: number;
  column: number;
}

/** The engine counts lines and columns from 1, and columns in bytes of UTF-8. */
function malformedPlace(text: string, { line, column }: Position): Place {
  const lines = text.split('\n');
  const before = lines.slice(0, line - 1).reduce((sum, { length }) => sum + length + 1, 0);
  const bytes = new TextEncoder().encode(lines[line - 1]).subarray(0, column - 1);
  const from = Math.min(before + new TextDecoder().decode(bytes).length, text.length);
  // At the end of a line, what is before it shows the place.
  const isEnd = from === text.length || text[from] === '\n';
  return isEnd && from > 0 ? { from: from - 1, to: from } : { from, to: from + 1 };
}

/** Finds the member of facts or a policy that an error names, with dots: `merchant.hold_days`. */
export function placeOfMember(text: string, member: string): Place {
  return placeAt(text, treeOf(text), member.split('.'), false);
}

/** Follows steps as far as possible. Names of rules have dots themselves, so that of one member may be several steps. */
function innermost(node: Node, steps: readonly string[]): Node {
  for (let length = steps.length; length > 0; length -= 1) {
    const next = nodeAt(node, [steps.slice(0, length).join('.')]);
    if (next !== undefined) return innermost(next, steps.slice(length));
  }
  return node;
}
