// Which members of the request may or must still be given.

import type { Field, Fields } from 'paylint';
import { byId, make, refill, ruleLink } from '../dom.js';

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

export function showFields({ fields, complete }: Fields): void {
  const groups = GROUPS.flatMap<HTMLElement>(([name, title, belongs, isOpen]) => {
    const members = fields.filter(belongs);
    if (members.length === 0) {
      const isAsked = name === 'required' || name === 'forbidden';
      return isAsked ? [make('p', { class: 'hint' }, `${title}: none.`)] : [];
    }
    const before = byId('fields').querySelector<HTMLDetailsElement>(`details.${name}`);
    const list = make('ul', { class: 'members' }, ...members.map(memberItem));
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

function memberItem({ path, under, rules, needs }: Field): HTMLElement {
  return make(
    'li',
    {},
    make('code', {}, path),
    ...(under === null ? [] : [hint(` if ${under} is given`)]),
    ...rules.flatMap((rule) => [' ', ruleLink(rule)]),
    ...(needs.length === 0 ? [] : [hint(` depends on ${needs.join(', ')}`)]),
  );
}

function hint(text: string): HTMLElement {
  return make('span', { class: 'hint' }, text);
}
