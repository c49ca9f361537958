// CodeMirror with line numbers, underlined findings and completion.

import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, isolateHistory } from '@codemirror/commands';
import { bracketMatching, indentService } from '@codemirror/language';
import { lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { EditorState, Transaction } from '@codemirror/state';
import {
  Decoration,
  drawSelection,
  EditorView,
  highlightSpecialChars,
  keymap,
  lineNumbers,
  MatchDecorator,
  tooltips,
  ViewPlugin,
} from '@codemirror/view';
import policySchema from 'paylint/schemas/policy.json';
import { complete } from './completion.js';
import { colourOf, TOKEN, type Editor, type Options } from './editor.js';
import type { JsonSchema } from './schemas.js';

const COLOURS = new MatchDecorator({
  regexp: TOKEN,
  decoration: (token) => Decoration.mark({ attributes: { style: colourOf(token) } }),
});

/** Colours the lines in sight: a parser of the whole text would take longer for a large one than its check. */
const coloured = ViewPlugin.define(
  (view) => ({
    tokens: COLOURS.createDeco(view),
    update(update) {
      this.tokens = COLOURS.updateDeco(update, this.tokens);
    },
  }),
  { decorations: ({ tokens }) => tokens },
);

/** Indents a line like the previous one, or two columns more if that opens a bracket. */
const indented = indentService.of((context, pos) => {
  const before = context.state.doc.lineAt(pos).text.slice(0, pos - context.state.doc.lineAt(pos).from);
  return before.search(/\S|$/) + (/[[{]\s*$/.test(before) ? 2 : 0);
});

/** Characters that change the direction of text, and can make it look like another. */
const DIRECTIONS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

function codePoint(code: number, description: string | null): HTMLElement {
  const text = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
  return Object.assign(document.createElement('span'), { className: 'cm-specialChar', title: description ?? '', textContent: text });
}

export interface Rich extends Editor {
  focus(): void;
}

export function makeRich(parent: HTMLElement, options: Options): Rich {
  const view = new EditorView({ parent, state: stateOf('', options) });
  return {
    text: () => view.state.doc.toString(),
    replace(text, isFirst = false) {
      const before = view.state.doc.toString();
      if (before === text) return;
      // Undone alone, not together with what was typed before.
      const annotations = isFirst ? Transaction.addToHistory.of(false) : isolateHistory.of('full');
      const { from, to } = view.state.selection.main;
      // A replacement of everything isn't selected, or the next key would delete it.
      const caret = to - from === before.length ? { selection: { anchor: text.length } } : {};
      view.dispatch({ changes: difference(before, text), annotations, ...caret });
    },
    mark(marks) {
      const { length } = view.state.doc;
      const within = (offset: number): number => Math.min(offset, length);
      const diagnostics = marks.map((mark) => ({
        ...mark,
        from: within(mark.from),
        to: within(mark.to),
      }));
      view.dispatch(setDiagnostics(view.state, diagnostics));
    },
    reveal({ from, to }) {
      view.dispatch({
        selection: { anchor: from, head: to },
        effects: EditorView.scrollIntoView(from, { y: 'center' }),
      });
      view.focus();
    },
    lineAt: ({ from }) => view.state.doc.lineAt(Math.min(from, view.state.doc.length)).number,
    focus: () => view.focus(),
  };
}

function stateOf(doc: string, options: Options): EditorState {
  const { label, describedBy, schema, onChange, onPaste = () => false } = options;
  return EditorState.create({
    doc,
    extensions: [
      lineNumbers(),
      highlightSpecialChars({ addSpecialChars: DIRECTIONS, render: codePoint }),
      lintGutter(),
      history(),
      drawSelection(),
      indented,
      bracketMatching(),
      closeBrackets(),
      coloured,
      autocompletion({ override: [(context) => complete(schema() ?? (policySchema as JsonSchema), context)], icons: false }),
      tooltips({ position: 'absolute' }),
      EditorState.tabSize.of(2),
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({
        'aria-label': label,
        'aria-describedby': describedBy,
        spellcheck: 'false',
        tabindex: '0',
      }),
      // Not Tab: it moves on to the next control.
      keymap.of([
        ...closeBracketsKeymap,
        ...completionKeymap,
        ...lintKeymap,
        ...historyKeymap,
        ...defaultKeymap,
      ]),
      EditorView.domEventHandlers({
        paste(event, { state }) {
          const { from, to } = state.selection.main;
          const kept = state.sliceDoc(0, from) + state.sliceDoc(to);
          const isTaken =
            kept.trim() === '' && onPaste(event.clipboardData?.getData('text/plain') ?? '');
          if (isTaken) event.preventDefault();
          return isTaken;
        },
      }),
      EditorView.updateListener.of(({ docChanged, transactions }) => {
        const again = (['undo', 'redo'] as const).find((name) => transactions.some((transaction) => transaction.isUserEvent(name)));
        if (docChanged) onChange(again);
      }),
    ],
  });
}

/** The one change between two texts, so that the cursor stays where it is. */
function difference(before: string, after: string): { from: number; to: number; insert: string } {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  return { from: head, to: before.length - tail, insert: after.slice(head, after.length - tail) };
}
