// A JSON editor: the text with its findings underlined, until CodeMirror takes its place when somebody comes near.

import type { Operation } from 'paylint';
import { make } from '../dom.js';
import type { Rich } from './codemirror.js';
import type { Place } from './places.js';

/** What is underlined, and what the tooltip says. */
export interface Mark extends Place {
  severity: 'error' | 'warning';
  message: string;
  /** The rule, if it is a finding. */
  source?: string;
}

export interface Editor {
  text(): string;
  /** Replaces the text by another one, which can be undone, unless it is the first. */
  replace(text: string, isFirst?: boolean): void;
  /** Underlines these places and no others. */
  mark(marks: readonly Mark[]): void;
  /** Moves the focus to a place. */
  reveal(place: Place): void;
  /** The number of the line that a place begins in, from 1. */
  lineAt(place: Place): number;
}

export interface Options {
  /** What screen readers call it. */
  label: string;
  describedBy: string;
  /** The schema to complete by. */
  schema?: () => Operation | 'facts' | 'policy';
  /** Called after each change, and with how it came about if it was taken back or made again. */
  onChange: (again?: 'undo' | 'redo') => void;
  /** Called with what is pasted in place of everything; says whether it dealt with it. */
  onPaste?: (text: string) => boolean;
}

/** How long a text is shown without CodeMirror, which shows only the lines in sight. */
const SHORT = 20_000;

const codemirror = (): Promise<typeof import('./codemirror.js')> => import('./codemirror.js');
// So that it is there when the keyboard gets to an editor.
addEventListener('keydown', () => void codemirror(), { once: true });

export function makeEditor(parent: HTMLElement, options: Options): Editor {
  let rich: Rich | undefined;
  /** What was in it so far: CodeMirror can take it back. */
  const texts = [''];
  let marks: readonly Mark[] = [];
  const still = make('div', {
    class: 'cm-content still',
    role: 'textbox',
    'aria-multiline': 'true',
    'aria-label': options.label,
    'aria-describedby': options.describedBy,
    tabindex: '0',
  });
  parent.append(make('div', { class: 'cm-editor' }, still));
  const text = (): string => rich?.text() ?? (texts.at(-1) as string);
  const paint = (): void => still.replaceChildren(...linesOf(text().slice(0, SHORT), marks));

  let waking: Promise<Rich> | undefined;
  const wake = (): Promise<Rich> => (waking ??= load());
  const load = async (): Promise<Rich> => {
    const { makeRich } = await codemirror();
    const hadFocus = still === document.activeElement;
    parent.replaceChildren();
    // What it is filled with was said when it was.
    const onChange = (again?: 'undo' | 'redo'): void => (rich === undefined ? undefined : options.onChange(again));
    const made = makeRich(parent, { ...options, onChange });
    texts.forEach((text, index) => made.replace(text, index < 2));
    made.mark(marks);
    if (hadFocus) made.focus();
    return (rich = made);
  };
  for (const event of ['pointerenter', 'focusin']) parent.addEventListener(event, () => void wake());

  return {
    text,
    replace(next, isFirst) {
      if (rich !== undefined) return rich.replace(next, isFirst);
      if (next === text()) return;
      texts.push(next);
      paint();
      if (next.length > SHORT) void wake();
      options.onChange();
    },
    mark(next) {
      marks = next;
      if (rich === undefined) paint();
      else rich.mark(next);
    },
    reveal: (place) => void wake().then((rich) => rich.reveal(place)),
    lineAt: (place) => rich?.lineAt(place) ?? text().slice(0, place.from).split('\n').length,
  };
}

/** Strings, which are names if there is a colon behind them, and other values. */
export const TOKEN = /("(?:[^"\\]|\\.)*")(?=(\s*:)?)|-?\d[\w.+-]*|\b(?:true|false|null)\b/g;

/** The attribute that colours a token. */
export function colourOf([, string, colon]: RegExpMatchArray): { style: string } {
  return { style: `color: var(--${colon !== undefined ? 'key' : string !== undefined ? 'string' : 'number'})` };
}

/** The lines of a text, coloured and underlined. */
function linesOf(text: string, marks: readonly Mark[]): HTMLElement[] {
  let start = 0;
  return text.split('\n').map((line) => {
    const begin = start;
    start += line.length + 1;
    const tokens = [...line.matchAll(TOKEN)].map((token) => ({
      from: token.index,
      to: token.index + token[0].length,
      attributes: colourOf(token),
    }));
    const underlined = marks.map(({ from, to, severity }) => ({
      from: from - begin,
      to: to - begin,
      attributes: { class: `cm-lintRange cm-lintRange-${severity}` },
    }));
    const ranges = [...tokens, ...underlined].filter(({ from, to }) => to > 0 && from < line.length);
    const edges = [0, line.length, ...ranges.flatMap(({ from, to }) => [Math.max(0, from), Math.min(line.length, to)])];
    const ends = [...new Set(edges)].sort((a, b) => a - b);
    const parts = ends.slice(1).map((end, index) => {
      const at = ends[index] as number;
      const inside = ranges.filter(({ from, to }) => from <= at && end <= to);
      return make('span', Object.assign({}, ...inside.map(({ attributes }) => attributes)), line.slice(at, end));
    });
    return make('div', { class: 'cm-line' }, ...parts);
  });
}
