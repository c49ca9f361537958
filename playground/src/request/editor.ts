// A JSON editor: shows the text with its findings underlined, until a pointer or the focus enters it and CodeMirror is loaded.

import { html, nothing, render, type TemplateResult } from 'lit-html';
import type { Rich } from './codemirror.js';
import type { Place } from './places.js';
import type { JsonSchema } from './schemas.js';

/** An underlined place, and its tooltip. */
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
  /** The name for screen readers. */
  label: string;
  describedBy: string;
  /** The schema to complete by; `undefined` for that of policies, which comes with CodeMirror. */
  schema: () => JsonSchema | undefined;
  /** Called after each change; `again` if it was undone or redone. */
  onChange: (again?: 'undo' | 'redo') => void;
  /** Called with a text that is pasted over everything; returns whether it has handled it. */
  onPaste?: (text: string) => boolean;
}

/** The longest text that is shown without CodeMirror, which renders only the lines in sight. */
const SHORT = 20_000;

const codemirror = (): Promise<typeof import('./codemirror.js')> => import('./codemirror.js');
// Loaded before the keyboard gets to an editor.
addEventListener('keydown', () => void codemirror(), { once: true });

export function makeEditor(parent: HTMLElement, options: Options): Editor {
  const { label, describedBy } = options;
  let rich: Rich | undefined;
  /** All texts so far, which CodeMirror can undo. */
  const texts = [''];
  let marks: readonly Mark[] = [];
  const text = (): string => rich?.text() ?? (texts.at(-1) as string);
  const paint = (): unknown =>
    render(
      html`<div class="cm-editor">
        <div class="cm-content still" role="textbox" tabindex="0" aria-multiline="true" aria-label=${label} aria-describedby=${describedBy}
          >${linesOf(text().slice(0, SHORT), marks)}</div>
      </div>`,
      parent,
    );
  paint();

  let waking: Promise<Rich> | undefined;
  const wake = (): Promise<Rich> => (waking ??= load());
  const load = async (): Promise<Rich> => {
    const { makeRich } = await codemirror();
    const hadFocus = parent.contains(document.activeElement);
    render(nothing, parent);
    // `replace` has told of these texts.
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

/** Strings, which are names if a colon follows, and other values. */
export const TOKEN = /("(?:[^"\\]|\\.)*")(?=(\s*:)?)|-?\d[\w.+-]*|\b(?:true|false|null)\b/g;

/** The style that colours a token. */
export function colourOf([, string, colon]: RegExpMatchArray): string {
  return `color: var(--${colon !== undefined ? 'key' : string !== undefined ? 'string' : 'number'})`;
}

/** The lines of a text, coloured and underlined. */
function linesOf(text: string, marks: readonly Mark[]): TemplateResult[] {
  let start = 0;
  return text.split('\n').map((line) => {
    const begin = start;
    start += line.length + 1;
    const tokens = [...line.matchAll(TOKEN)].map((token) => ({
      from: token.index,
      to: token.index + token[0].length,
      style: colourOf(token),
    }));
    const underlined = marks
      .map(({ from, to, severity }) => ({ from: from - begin, to: to - begin, kind: `cm-lintRange cm-lintRange-${severity}` }))
      .filter(({ from, to }) => to > 0 && from < line.length);
    const edges = [...tokens, ...underlined].flatMap(({ from, to }) => [Math.max(0, from), Math.min(line.length, to)]);
    const ends = [...new Set([0, line.length, ...edges])].sort((a, b) => a - b);
    const parts = ends.slice(1).map((end, index) => {
      const at = ends[index] as number;
      const isIn = ({ from, to }: Place): boolean => from <= at && end <= to;
      const [style, kind] = [tokens.find(isIn)?.style, underlined.find(isIn)?.kind];
      return html`<span style=${style ?? nothing} class=${kind ?? nothing}>${line.slice(at, end)}</span>`;
    });
    return html`<div class="cm-line">${parts}</div>`;
  });
}
