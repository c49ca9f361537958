// The answers to the what-if questions: repairs, and which members may or must be given.

import type { Change, Field, Repair } from 'paylint';
import { byId, make, makeButton, refill } from '../dom.js';
import { ruleButton, type OnExample } from '../why.js';
import type { Checked } from './check.js';

const WORDS = { add: 'Add', replace: 'Replace', remove: 'Remove' };

/** What a change does, in words. */
export function describe(change: Change): (Node | string)[] {
  const { op, path } = change;
  const words = [`${WORDS[op]} `, make('code', {}, path)];
  if (change.op === 'remove') return words;
  const text = JSON.stringify(change.value);
  const shown = text.length > 60 ? `${text.slice(0, 57)}…` : text;
  const by = op === 'add' ? ': ' : ' by ';
  return [...words, by, make('code', { class: 'value' }, shown)];
}

export function showRepairs(
  { sheet, engine, facts, report }: Checked,
  apply: (repair: Repair) => void,
  onExample: OnExample,
): void {
  if (report.verdict === 'accept') return refill(byId('repairs'));
  const { repairs, beyond, complete } = engine.repairs(sheet.operation, sheet.body, facts);
  const items = repairs.map((repair, index) => {
    const { patch, fill } = repair;
    const button = makeButton('Apply', () => apply(repair), {
      class: 'apply',
      'aria-label': `Apply repair ${index + 1}`,
      'data-key': `repair ${index}`,
    });
    const changes = patch.map((change) => make('li', {}, ...describe(change)));
    const note =
      fill.length === 0
        ? []
        : [make('p', { class: 'hint' }, `Then put your own value at ${fill.join(', ')}.`)];
    return make('li', {}, make('ul', { class: 'changes' }, ...changes), ...note, button);
  });
  const rest = beyond.map(({ rule, path }) =>
    make('li', {}, ruleButton(rule, onExample), ' ', path === '' ? '' : make('code', {}, path)),
  );
  refill(
    byId('repairs'),
    make('h2', {}, 'Repairs'),
    ...(items.length === 0
      ? []
      : [
          make('p', { class: 'hint' }, 'The smallest changes that make it acceptable.'),
          make('ol', { class: 'list repairs' }, ...items),
        ]),
    ...(rest.length === 0
      ? []
      : [
          make('p', { class: 'hint' }, 'No change of the body settles:'),
          make('ul', { class: 'list' }, ...rest),
        ]),
    ...(complete ? [] : [make('p', { class: 'hint' }, 'Not all changes were tried.')]),
  );
}

/** The groups of members, and which of them are open. */
const GROUPS: [string, string, (field: Field) => boolean, boolean][] = [
  ['required', 'Still needed', ({ state, under }) => state === 'required' && !under, true],
  ['forbidden', 'Not allowed now', ({ state, under }) => state === 'forbidden' && !under, true],
  ['advised', 'Advised', ({ state, under }) => state === 'advised' && !under, true],
  ['discouraged', 'Advised against', ({ state, under }) => state === 'discouraged' && !under, true],
  ['optional', 'Optional', ({ state, under }) => state === 'optional' && !under, false],
  ['inside', 'Needed inside what is optional', isInside, false],
];

function isInside({ state, under }: Field): boolean {
  return state === 'required' && under !== null;
}

export function showFields({ sheet, engine, facts }: Checked, onExample: OnExample): void {
  const { fields, complete } = engine.fields(sheet.operation, sheet.body, facts);
  const groups = GROUPS.flatMap<HTMLElement>(([name, title, belongs, isOpen]) => {
    const members = fields.filter(belongs);
    if (members.length === 0) {
      const isAsked = name === 'required' || name === 'forbidden';
      return isAsked ? [make('p', { class: 'hint' }, `${title}: none.`)] : [];
    }
    const before = byId('fields').querySelector<HTMLDetailsElement>(`details.${name}`);
    const list = make(
      'ul',
      { class: 'members' },
      ...members.map((field) => memberItem(field, onExample)),
    );
    const summary = make('summary', {}, `${title} `, make('span', {}, String(members.length)));
    const details = make('details', { class: name }, summary, list);
    details.open = before?.open ?? isOpen;
    return [details];
  });
  refill(
    byId('fields'),
    make('h2', {}, 'Members that you haven’t given'),
    ...groups,
    ...(complete ? [] : [make('p', { class: 'hint' }, 'Not all members were looked at.')]),
  );
}

function memberItem({ path, under, rules, needs }: Field, onExample: OnExample): HTMLElement {
  return make(
    'li',
    {},
    make('code', {}, path),
    ...(under === null ? [] : [hint(` if ${under} is given`)]),
    ...rules.flatMap((rule) => [' ', ruleButton(rule, onExample)]),
    ...(needs.length === 0 ? [] : [hint(` depends on ${needs.join(', ')}`)]),
  );
}

function hint(text: string): HTMLElement {
  return make('span', { class: 'hint' }, text);
}
