// Reads what people paste: a curl command, or lines of JSON; and guesses the operation of a body.

import { findNodeAtLocation, parseTree } from 'jsonc-parser';
import { route, type Operation } from 'paylint';
import { split } from 'shlex';
import { OPERATIONS } from './operations.js';
import { SCHEMAS } from './schemas.js';

/** A pasted text, as it was understood. */
export interface Pasted {
  /** The kind of text: `a curl command`. */
  kind: string;
  operation?: Operation;
  /** The body, if the text has one. */
  body?: string;
  /** Facts in the text, by name. */
  facts: Record<string, unknown>;
  /** The lines after the one that was read. */
  rest?: string[];
}

/** Reads a text; `undefined` if it is only a body, or anything else. */
export function read(text: string): Pasted | undefined {
  const trimmed = text.trim();
  if (/^(\$\s+)?curl\s/.test(trimmed)) return readCurl(trimmed.replace(/^\$\s+/, ''));
  if (isJson(trimmed)) return readJsonLine(trimmed, []);
  const [first = '', ...rest] = trimmed.split(/\r?\n/);
  const whole = readPrefixed(trimmed, (body) => isJson(body) || !first.includes('}'));
  const line = whole ?? readJsonLine(first, rest) ?? readPrefixed(first, () => true, rest);
  return line && (whole === undefined ? { ...line, rest } : line);
}

/** A body after other text, such as the time, level, method and path in a log. */
function readPrefixed(text: string, isBody: (text: string) => boolean, rest: readonly string[] = []): Pasted | undefined {
  const [, prefix = '', body = ''] =
    /^(?!["'{]|\[\s*[[{"']|\/[/*])([^{]+)(\{\s*(?:\\?["'“]|\w+\s*:).*\})[^{}]*$/s.exec(text) ?? [];
  if (prefix === '' || !isBody(body)) return undefined;
  const [, method = 'POST', path] = /(?:\b([A-Z]{3,6})\s+)?((?:https?:\/\/|\/)[\w./:-]+)/.exec(prefix) ?? [];
  const sent = path === undefined ? { facts: {} } : sentTo(method, path);
  return { kind: rest.length > 0 ? `the first of ${rest.length + 1} lines` : 'a line of a log', body: pretty(body), ...sent };
}

/** Names of the body and the path in logs and cases. */
const BODY = ['body', 'request_body', 'payload'];
const PATH = ['path', 'url', 'uri', 'request_uri'];

/** A line of a log in JSON, a case, or the first of several bodies. */
function readJsonLine(line: string, rest: readonly string[]): Pasted | undefined {
  const value = objectOf(line);
  if (value === undefined) return undefined;
  const name = BODY.find((member) => value[member] !== undefined);
  const path = PATH.map((member) => value[member]).find((found) => typeof found === 'string');
  const known = OPERATIONS.find((name) => name === value['operation']);
  const kind = rest.length > 0 ? `the first of ${rest.length + 1} lines` : 'a line of a log';
  if (name === undefined || (path === undefined && known === undefined))
    return rest.length > 0 && rest.every(isJson) ? { kind, body: line, facts: {} } : asText(name && value[name]);
  const tree = parseTree(line);
  const node = tree && findNodeAtLocation(tree, [name]);
  // Not parsed, so that numbers keep their digits, and repeated keys stay.
  const inside = line.slice(node?.offset, (node?.offset ?? 0) + (node?.length ?? 0));
  const body = node?.type === 'string' ? String(node.value) : inside;
  const facts = typeof value['facts'] === 'object' ? { ...value['facts'] } : {};
  const sent = path === undefined ? { facts: {} } : sentTo(String(value['method'] ?? 'POST'), String(path));
  return {
    kind,
    body: pretty(body),
    ...sent,
    ...(known === undefined ? {} : { operation: known }),
    facts: { ...facts, ...sent.facts },
  };
}

function asText(body: unknown): Pasted | undefined {
  if (typeof body !== 'string' || !/^\s*\{/.test(body)) return undefined;
  return { kind: 'JSON with the body as text', body: pretty(body), facts: {} };
}

/** The operation that knows the most members of a body: the present one, unless another knows more. */
export function operationOf(body: string, present: Operation): Operation {
  const keys = Object.keys(objectOf(body) ?? {});
  const unknown = (operation: Operation): number =>
    keys.filter((key) => SCHEMAS[operation].properties?.[key] === undefined).length;
  return [present, ...OPERATIONS].reduce((best, name) => (unknown(name) < unknown(best) ? name : best));
}

function isJson(text: string): boolean {
  return parsed(text) !== undefined;
}

/** The value of a text in JSON, if it is an object. */
export function objectOf(text: string): Record<string, unknown> | undefined {
  const value = parsed(text);
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The operation of a request, and its method and path as facts. */
function sentTo(method: string, address: string): Pick<Pasted, 'operation' | 'facts'> {
  const path = address.replace(/^https?:\/\/[^/]*/, '').replace(/[?#].*$/, '') || '/';
  const { operation } = route(method, path);
  return {
    ...(operation === null ? {} : { operation }),
    facts: { 'request.method': method, 'request.path': path },
  };
}

const DATA = ['-d', '--data', '--data-raw', '--data-binary', '--data-ascii', '--json'];
/** The other options of curl that take a value. */
const WITH_VALUE =
  /^(-[AbcCDeEFhKmoQrtTwxyYzZ]|--(user-agent|cookie|cookie-jar|form|output|proxy|max-time|connect-timeout|retry|cacert|cert|key|referer|write-out|resolve|config|data-urlencode))$/;

function readCurl(command: string): Pasted | undefined {
  const words = wordsOf(command)?.slice(1);
  if (words === undefined) return undefined;
  let method: string | undefined;
  let address = '';
  const data: string[] = [];
  const headers: Record<string, string> = {};
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] as string;
    const [option, joined] = optionOf(word);
    const value = (): string => joined ?? words[(index += 1)] ?? '';
    if (option === '-X' || option === '--request') method = value();
    else if (DATA.includes(option)) {
      data.push(value());
      if (option === '--json') headers['Content-Type'] ??= 'application/json';
    } else if (option === '-H' || option === '--header') {
      const [, name, text] = /^([^:\s]+):\s*(.*)$/s.exec(value()) ?? [];
      if (name !== undefined && text !== undefined) headers[name] = text;
    } else if (option === '-u' || option === '--user') headers['Authorization'] ??= `Basic ${btoa(String.fromCharCode(...new TextEncoder().encode(value())))}`;
    else if (option === '--url') address = value();
    else if (WITH_VALUE.test(option)) value();
    else if (!option.startsWith('-') && address === '') address = word;
  }
  const body = data.join('&');
  // With `@`, curl reads a file.
  const given = data.length === 0 || body.startsWith('@') ? {} : { body: pretty(body) };
  const sent = sentTo(method ?? (data.length > 0 ? 'POST' : 'GET'), address);
  const isTyped = Object.keys(headers).some((name) => name.toLowerCase() === 'content-type');
  if (data.length > 0 && !isTyped) headers['Content-Type'] = 'application/x-www-form-urlencoded';
  const facts = { ...sent.facts, 'request.headers': headers };
  return { kind: 'a curl command', ...given, ...sent, facts };
}

/** An option and a value that is joined to it: `-XPOST`, `--request=POST`. */
function optionOf(word: string): [string, string | undefined] {
  const parts = /^(-[XdHu])(.+)$/s.exec(word) ?? /^(--[\w-]+)=(.*)$/s.exec(word);
  return parts === null ? [word, undefined] : [parts[1] as string, parts[2]];
}

/** A text laid out, if that changes only white space. */
function pretty(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    const isSame = JSON.stringify(value) === text.replaceAll(/("(?:[^"\\]|\\.)*")|\s+/g, '$1');
    return isSame ? JSON.stringify(value, null, 2) : text;
  } catch {
    return text;
  }
}

/** The words of a command, as a POSIX shell splits them; `undefined` if a quote is open. Variables stay as they are. */
function wordsOf(command: string): string[] | undefined {
  const plain = command.replaceAll(/\\\r?\n/g, '').replaceAll(/\\([$`])/g, '$1').replaceAll(/\$\{(\w+)\}/g, '$$$1');
  try {
    return split(plain);
  } catch {
    return undefined;
  }
}
