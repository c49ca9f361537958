// Where findings are in the text of a request.

import {
  createScanner,
  findNodeAtLocation,
  getNodeValue,
  parseTree,
  type Node,
} from 'jsonc-parser';
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

/** How deep arrays and objects may be nested for paylint. */
const MAX_DEPTH = 128;

/** Whether a text is nested deeper than paylint reads: a parser calls itself for each level, and would run out of stack. */
export function isTooDeep(text: string): boolean {
  const scanner = createScanner(text, true);
  let depth = 0;
  while (depth <= MAX_DEPTH && scanner.getPosition() < text.length) {
    scanner.scan();
    const first = text.charAt(scanner.getTokenOffset());
    if (first === '{' || first === '[') depth += 1;
    if (first === '}' || first === ']') depth -= 1;
  }
  return depth > MAX_DEPTH;
}

function treeOf(text: string): Node | undefined {
  return isTooDeep(text) ? undefined : parseTree(text);
}

/** Finds the place of each finding, in their order. */
export function placesOf(text: string, findings: readonly Finding[]): Place[] {
  const tree = treeOf(text);
  const repeated = new Map<string, number>();
  return findings.map((finding) => {
    if (finding.rule === 'json.malformed') return malformedPlace(text, finding.params as Position);
    if (finding.rule !== 'json.duplicate_key') return placeAt(text, tree, finding);
    const earlier = (repeated.get(finding.path) ?? 0) + 1;
    repeated.set(finding.path, earlier);
    return repetition(tree, finding.path, earlier) ?? placeAt(text, tree, finding);
  });
}

/** Rules that speak of a key, whatever its value. */
const ABOUT_KEYS = ['field.misspelt', 'field.unknown', 'json.ambiguous_key'];

function placeAt(text: string, tree: Node | undefined, { path, rule }: Finding): Place {
  const steps = stepsOf(path);
  const node = tree && nodeAt(tree, steps);
  // A member that is missing: its object stands for it.
  if (node === undefined) {
    for (let length = steps.length - 1; length > 0; length -= 1) {
      const outer = tree && nodeAt(tree, steps.slice(0, length));
      if (outer !== undefined) return keyOrStart(outer);
    }
    return start(text);
  }
  if (path === '') return start(text);
  const isScalar = node.children === undefined;
  return isScalar && !ABOUT_KEYS.includes(rule) ? whole(node) : keyOrStart(node);
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

function repetition(tree: Node | undefined, path: string, earlier: number): Place | undefined {
  const steps = stepsOf(path);
  const name = steps.pop();
  const outer = tree && nodeAt(tree, steps);
  const keys = (outer?.children ?? []).flatMap(({ children }) => children?.slice(0, 1) ?? []);
  const key = keys.filter((candidate) => getNodeValue(candidate) === name)[earlier];
  return key && whole(key);
}

interface Position {
  line: number;
  column: number;
}

/** The engine counts lines and columns from 1, and columns in bytes of UTF-8. */
function malformedPlace(text: string, { line, column }: Position): Place {
  const lines = text.split('\n');
  const before = lines.slice(0, line - 1).reduce((sum, { length }) => sum + length + 1, 0);
  let bytes = column - 1;
  let from = before;
  for (const character of lines[line - 1] ?? '') {
    bytes -= new TextEncoder().encode(character).length;
    if (bytes < 0) break;
    from += character.length;
  }
  from = Math.min(from, text.length);
  // At the end of a line, what is before it shows the place.
  const isEnd = from === text.length || text[from] === '\n';
  return isEnd && from > 0 ? { from: from - 1, to: from } : { from, to: from + 1 };
}

/** Finds the member of facts or a policy that an error names, with dots: `merchant.hold_days`. */
export function placeOfMember(text: string, member: string): Place {
  const tree = treeOf(text);
  // Names of rules have dots themselves, so a step may be several parts.
  let node = tree;
  let rest = member.split('.');
  while (node !== undefined && rest.length > 0) {
    const inside: Node = node;
    let length = rest.length;
    let next: Node | undefined;
    for (; length > 0 && next === undefined; length -= 1)
      next = nodeAt(inside, [rest.slice(0, length).join('.')]);
    if (next === undefined) break;
    rest = rest.slice(length + 1);
    node = next;
  }
  if (node === undefined || node === tree) return start(text);
  return node.children === undefined ? whole(node) : keyOrStart(node);
}
