// The compatibility table: what can be combined with what the request has now.

import type { Feature, Pair, Report } from 'paylint';
import { pairOf } from '../pairs.js';
import { features as names } from 'paylint/messages';
import { byId, make, refill } from '../dom.js';

/** What a feature is called in a heading. */
function heading(feature: Feature): string {
  const name = names[feature].replace(/^an? /, '');
  return name.charAt(0).toUpperCase() + name.slice(1);
}

const FEATURES = Object.keys(names) as Feature[];
const SIGNS = {
  compatible: ['✓', 'compatible'],
  incompatible: ['✕', 'not together'],
  disputed: ['?', 'the table contradicts itself'],
} as const;

/** What was said last. */
let shown = '';

/** Shows the table for the features of a report; without one, nothing was checked. */
export function showTable(report: Omit<Report, 'findings'> | undefined): void {
  const scenario = report?.scenario ?? null;
  const active = [...(scenario === null ? [] : [scenario]), ...(report?.capabilities ?? [])];
  const hint = report === undefined ? UNKNOWN : active.length === 0 ? NOTHING : hintOf(active);
  if (shown === hint) return;
  shown = hint;
  const whole = make(
    'details',
    {},
    make('summary', {}, 'The whole table'),
    tableOf(FEATURES, active, 'Every feature with every other'),
  );
  whole.open = byId('table').querySelector('details')?.open ?? false;
  refill(
    byId('table'),
    make('h2', {}, 'Compatibility'),
    make('p', { class: 'hint' }, hint),
    ...(active.length === 0
      ? []
      : [tableOf(active, active, 'The features of this request with every other')]),
    whole,
  );
}

const UNKNOWN = 'Nothing is checked, so the features of this request aren’t known.';
const NOTHING = 'This request has no scenario and no capabilities.';

function hintOf(active: readonly Feature[]): string {
  const list = new Intl.ListFormat('en').format(active.map((feature) => names[feature]));
  return `This request is ${list}. What can be added to it:`;
}

/** A row for every feature, a column for each of these. */
function tableOf(
  columns: readonly Feature[],
  active: readonly Feature[],
  label: string,
): HTMLElement {
  const head = make(
    'tr',
    {},
    make('td'),
    ...columns.map((feature) => make('th', { scope: 'col' }, make('span', {}, heading(feature)))),
  );
  const rows = FEATURES.map((feature) =>
    make(
      'tr',
      active.includes(feature) ? { class: 'active' } : {},
      make('th', { scope: 'row' }, heading(feature)),
      ...columns.map((column) => cell(feature, column)),
    ),
  );
  const table = make('table', {}, make('thead', {}, head), make('tbody', {}, ...rows));
  const attributes = { class: 'scroll', role: 'region', tabindex: '0', 'aria-label': label };
  return make('div', attributes, table);
}

function cell(a: Feature, b: Feature): HTMLElement {
  const pair = pairOf(a, b);
  if (!pair?.compatibility) return make('td', { class: 'same' }, '·');
  const [sign, words] = SIGNS[pair.compatibility];
  return make(
    'td',
    { class: pair.compatibility, title: `${words}: ${rowsOf(pair)}` },
    make('span', { 'aria-hidden': 'true' }, sign),
    make('span', { class: 'visually-hidden' }, words),
  );
}

function rowsOf({ a, b, row_of_a_lists_b: ab, row_of_b_lists_a: ba }: Pair): string {
  const row = (of: Feature, other: Feature, lists: boolean | null): string[] =>
    lists === null
      ? []
      : [`the row of ${names[of]} ${lists ? 'lists' : 'doesn’t list'} ${names[other]}`];
  return [...row(a, b, ab), ...row(b, a, ba)].join(', ');
}
