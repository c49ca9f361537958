// Texts that are nearly JSON: their mistakes, and what they say as JSON. Runs in the worker.

import { parse, printParseErrorCode, type ParseError } from 'jsonc-parser';
import { jsonrepair } from 'jsonrepair';
import { isTooDeep, type Place } from './places.js';

/** A place where a text isn't JSON, and why. */
export interface Mistake extends Place {
  words: string;
}

/** A text as JSON, and what it was read as. */
export interface Repaired {
  kind: string;
  text: string;
}

/** How many mistakes are listed. */
const LISTED = 100;

/** By the parser's name of the error. */
const WORDS: Record<string, string> = {
  PropertyNameExpected: 'a name missing',
  ValueExpected: 'a value missing',
  ColonExpected: 'a colon missing',
  CommaExpected: 'a comma missing',
  CloseBraceExpected: 'a closing brace missing',
  CloseBracketExpected: 'a closing bracket missing',
  EndOfFileExpected: 'something behind its end',
  InvalidCommentToken: 'a comment',
  UnexpectedEndOfComment: 'a comment',
  UnexpectedEndOfString: 'a quote missing',
};

/** The mistakes of a text that isn't JSON, all of them; a mistake can follow from the one before. */
export function mistakesOf(text: string): Mistake[] {
  const errors: ParseError[] = [];
  if (!isTooDeep(text)) parse(text, errors, { disallowComments: true });
  const first = errors.slice(0, 2 * LISTED);
  return first.filter((error, index) => !followsFrom(error, first.slice(0, index), text)).slice(0, LISTED).map((error) => {
    const from = Math.min(error.offset, Math.max(0, text.length - 1));
    return { from, to: from + Math.max(1, error.length), words: wordsOf(error, text) };
  });
}

/** Behind what isn't a name or value, the parser also misses one until the line ends. */
function followsFrom({ error, offset }: ParseError, before: readonly ParseError[], text: string): boolean {
  const isMissing = /^(PropertyName|Value)Expected$/.test(printParseErrorCode(error));
  const symbol = before.findLast(isSymbol);
  const isBehind = symbol !== undefined && !text.slice(symbol.offset, offset).includes('\n');
  return isMissing && (isBehind || before.at(-1)?.offset === offset);
}

function isSymbol({ error }: ParseError): boolean {
  return printParseErrorCode(error) === 'InvalidSymbol';
}

function wordsOf(error: ParseError, text: string): string {
  const symbol = text.slice(error.offset, error.offset + error.length);
  if (/^[\]}]/.test(symbol) && /,\s*$/.test(text.slice(0, error.offset))) return 'a trailing comma';
  if (!isSymbol(error)) return WORDS[printParseErrorCode(error.error)] ?? 'a character that must be escaped';
  if (symbol.startsWith("'")) return 'single quotes';
  if (/^[“”„‘’]/.test(symbol)) return 'curly quotes';
  return /^(True|False|None)$/.test(symbol) ? 'Python’s literals' : 'text without quotes';
}

/** Reads a text that isn't the JSON of a body, but of which it is plain what body is meant. */
export function repaired(text: string, mistakes: readonly Mistake[]): Repaired | undefined {
  const isPhp = /^[^'"{]*(\[|\barray\s*\().*=>/is.test(text);
  try {
    if (mistakes.length === 0) {
      const inside: unknown = JSON.parse(text);
      return typeof inside === 'string' && isBody(inside) ? { kind: 'JSON with the body as text', text: inside } : undefined;
    }
    const json = jsonrepair(isPhp ? fromPhp(text) : text).trim();
    if (!isBody(json)) return undefined;
    const kinds = [...new Set(mistakes.map(({ words }) => words))];
    return { kind: isPhp ? 'an array of PHP' : `JSON with ${new Intl.ListFormat('en').format(kinds)}`, text: json };
  } catch {
    return undefined;
  }
}

function isBody(text: string): boolean {
  const value: unknown = JSON.parse(text);
  return typeof value === 'object' && value !== null;
}

/** An array of PHP as nearly JSON: one with names is an object, and one with numbers a list. */
function fromPhp(code: string): string {
  const out: string[] = [];
  /** Where the brackets were written that aren't closed yet. */
  const open: number[] = [];
  const part = /'((?:[^'\\]|\\.)*)'|"(?:[^"\\]|\\.)*"|array\s*\(|=>|\/\/[^\n]*|\s+|[\w.+-]+|./gis;
  for (const [token, single] of code.slice(code.search(/\[|\barray\s*\(/i)).matchAll(part)) {
    if (/^(\[|array)/i.test(token)) open.push(out.push('[') - 1);
    else if (token === ']' || token === ')') out.push(out[open.pop() ?? 0] === '{' ? '}' : ']');
    else if (token === '=>') {
      const name = out.findLastIndex((it) => it.trim() !== '');
      if (/^\d+$/.test(out[name] ?? '')) out[name] = '';
      else out[open.at(-1) ?? 0] = '{';
      out.push(out[open.at(-1) ?? 0] === '{' ? ':' : '');
    } else if (single !== undefined) out.push(JSON.stringify(single.replaceAll(/\\(['\\])/g, '$1')));
    else if (token !== ';') out.push(/^(true|false|null)$/i.test(token) ? token.toLowerCase() : token);
  }
  return out.join('');
}
