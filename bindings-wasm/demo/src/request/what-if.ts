// The answers to the what-if questions: repairs, and which members may or must be given.

import { byId, make, makeButton, refill } from '../dom.js';
import { ruleButton, type OnExample } from '../why.js';
import type { Checked } from './check.js';
import type { Change } from './edits.js';

/** As the engine answers (docs/what-if.md). */
export interface Repair {
  patch: readonly Change[];
  /** The paths of values that are made up. */
  fill: readonly string[];
}

export interface FieldAnswer {
  path: string;
  type: string;
  state: 'given' | 'required' | 'forbidden' | 'advised' | 'discouraged' | 'optional';
  under: string | null;
  rules: readonly string[];
  needs: readonly string[];
}

const WORDS = { add: 'Add', replace: 'Replace', remove: 'Remove' };

/** What a change does, in words. */
export function describe({ op, path, value }: Change): Node[] {
  const words: Node[] = [document.createTextNode(`${WORDS[op]} `), make('code', {}, path)];
  if (op === 'remove') return words;
  const text = JSON.stringify(value);
  const shown = text.length > 60 ? `${text.slice(0, 57)}…` : text;
  const by = op === 'add' ? ': ' : ' by ';
  return [...words, document.createTextNode(by), make('code', { class: 'value' }, shown)];
}

export function showRepairs(
  { sheet, engine, facts, report }: Checked,
  apply: (patch: readonly Change[]) => void,
  onExample: OnExample,
): void {
  if (report.verdict === 'accept') return refill(byId('repairs'));
  const { repairs, beyond, complete } = engine.repairs(sheet.operation, sheet.body, facts);
  const items = repairs.map(({ patch, fill }, index) => {
    const button = makeButton('Apply', () => apply(patch as readonly Change[]), {
      class: 'apply',
      'aria-label': `Apply repair ${index + 1}`,
      'data-key': `repair ${index}`,
    });
    const changes = (patch as readonly Change[]).map((change) =>
      make('li', {}, ...describe(change)),
    );
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

const GROUPS = [
  ['required', 'Still needed'],
  ['forbidden', 'Not allowed now'],
  ['advised', 'Advised'],
  ['discouraged', 'Advised against'],
  ['optional', 'Optional'],
] as const;

export function showFields(
  { sheet, engine, facts }: Checked,
  onExample: OnExample,
): void {
  const { fields, complete } = engine.fields(sheet.operation, sheet.body, facts);
  const all = fields as readonly FieldAnswer[];
  const groups = GROUPS.map(([state, title]) => {
    const members = all.filter((field) => field.state === state);
    const list = make(
      'ul',
      { class: 'members' },
      ...members.map((field) => memberItem(field, onExample)),
    );
    const summary = make('summary', {}, `${title} `, make('span', {}, String(members.length)));
    const details = make('details', { class: state }, summary, list);
    details.open = members.length > 0 && state !== 'optional';
    return members.length === 0 ? make('p', { class: 'hint' }, `${title}: none.`) : details;
  });
  refill(
    byId('fields'),
    make('h2', {}, 'Members that you haven’t given'),
    ...groups,
    ...(complete ? [] : [make('p', { class: 'hint' }, 'Not all members were looked at.')]),
  );
}

function memberItem({ path, under, rules, needs }: FieldAnswer, onExample: OnExample): HTMLElement {
  return make(
    'li',
    {},
    make('code', {}, path),
    ...(under === null || under === path ? [] : [make('span', { class: 'hint' }, ` if ${under} is given`)]),
    ...rules.flatMap((rule) => [' ', ruleButton(rule, onExample)]),
    ...(needs.length === 0
      ? []
      : [make('span', { class: 'hint' }, ` depends on ${needs.join(', ')}`)]),
  );
}
