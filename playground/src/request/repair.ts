// Texts that are nearly JSON: lists their mistakes, and turns them into JSON. Runs in the worker.

import { parse, printParseErrorCode, type ParseError } from 'jsonc-parser';
import { jsonrepair } from 'jsonrepair';
import { unlessTooDeep, type Place } from './places.js';

/** A mistake of syntax, in words. */
export interface Mistake extends Place {
  words: string;
}

/** A text turned into JSON, and what it was before. */
export interface Repaired {
  kind: string;
  text: string;
}

/** The most mistakes that are listed. */
const LISTED = 100;

/** Mistakes in words, by the parser's name. */
const WORDS: Record<string, string> = {
  PropertyNameExpected: 'a name missing',
  ValueExpected: 'a value missing',
  ColonExpected: 'a colon missing',
  CommaExpected: 'a comma missing',
  CloseBraceExpected: 'a closing brace missing',
  CloseBracketExpected: 'a closing bracket missing',
  EndOfFileExpected: 'something behind its end',
  UnexpectedEndOfString: 'a quote missing',
  InvalidSymbol: 'something that isn’t a value',
};

/** Strings, comments, and words. */
const TOKEN =
  /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|[“”„‘][^“”’\n]*[“”’]|\/\/[^\n]*|\/\*[\s\S]*?\*\/|#[^\n]*|(?<![\w.])[a-z_$][\w$]*/gi;
const PYTHON: Record<string, string> = { True: 'true', False: 'false', None: 'null' };

/** All mistakes of a text that isn't JSON. */
export function mistakesOf(text: string): Mistake[] {
  const mistakes: Mistake[] = [];
  // Replaces foreign tokens by JSON of the same length, so that the parser reads everything else.
  const tokens = text.replaceAll(TOKEN, (token, from: number) => {
    if (/^("|(true|false|null)$)/.test(token)) return token;
    const isComment = /^[/#]/.test(token);
    const words = isComment
      ? 'a comment'
      : token.startsWith("'")
        ? 'single quotes'
        : /^\W/.test(token)
          ? 'curly quotes'
          : (PYTHON[token] ? 'Python’s literals' : 'text without quotes');
    mistakes.push({ from, to: from + token.length, words });
    return isComment ? token.replaceAll(/\S/g, ' ') : (PYTHON[token] ?? `"${token.slice(2).replaceAll(/["\\]/g, 'x')}"`);
  });
  const errors: ParseError[] = [];
  unlessTooDeep(() => parse(tokens, errors));
  const last = Math.max(0, text.length - 1);
  for (const { error, offset, length } of errors) {
    const [from, name] = [Math.min(offset, last), printParseErrorCode(error)];
    const isTrailing = /^[\]}]/.test(tokens.slice(offset)) && /,\s*$/.test(tokens.slice(0, offset));
    const words = isTrailing ? 'a trailing comma' : (WORDS[name] ?? 'a character that must be escaped');
    if (mistakes.every((mistake) => mistake.from !== from)) mistakes.push({ from, to: from + Math.max(1, length), words });
    if (mistakes.length >= LISTED) break;
  }
  return mistakes.sort((a, b) => a.from - b.from).slice(0, LISTED);
}

/** Turns a text into the JSON of the body that it clearly means. */
export function repaired(text: string, mistakes: readonly Mistake[]): Repaired | undefined {
  const isPhp = /^[^'"{]*(\[|\barray\s*\().*=>/is.test(text);
  try {
    if (mistakes.length === 0) {
      const inside: unknown = JSON.parse(text);
      return typeof inside === 'string' && isBody(inside) ? { kind: 'JSON with the body as text', text: inside } : undefined;
    }
    // jsonrepair knows no comments with #.
    const known = text.replaceAll(TOKEN, (token) => (token.startsWith('#') ? '' : token));
    const json = jsonrepair(isPhp ? fromPhp(known) : known).trim();
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

/** An array of PHP as nearly JSON: an object if it has names, and a list if it has numbers. */
function fromPhp(code: string): string {
  const out: string[] = [];
  /** Indexes of the open brackets in `out`. */
  const open: number[] = [];
  const part = /'((?:[^'\\]|\\.)*)'|"(?:[^"\\]|\\.)*"|array\s*\(|=>|\/\/[^\n]*|\s+|[\w.+-]+|./gis;
  for (const [token, single] of code.slice(code.search(/\[|\barray\s*\(/i)).matchAll(part)) {
    if (/^(\[|array)/i.test(token)) open.push(out.push('[') - 1);
    else if (token === ']' || token === ')') out.push(out[open.pop() ?? 0] === '{' ? '}' : ']');
    else if (token === '=>') {
      const name = out.findLastIndex((piece) => piece.trim() !== '');
      if (/^\d+$/.test(out[name] ?? '')) out[name] = '';
      else out[open.at(-1) ?? 0] = '{';
      out.push(out[open.at(-1) ?? 0] === '{' ? ':' : '');
    } else if (single !== undefined) out.push(JSON.stringify(single.replaceAll(/\\(['\\])/g, '$1')));
    else if (token !== ';') out.push(/^(true|false|null)$/i.test(token) ? token.toLowerCase() : token);
  }
  return out.join('');
}
