// Which members of the request may or must still be given.

import type { Field, Fields, FieldState } from 'paylint';
import { byId, hint, make, refill, ruleLink } from '../dom.js';

/** The groups of members that don't depend on another one, and which of them are open. */
const GROUPS: [state: FieldState, title: string, isOpen: boolean][] = [
  ['required', 'Still needed', true],
  ['forbidden', 'Not allowed now', true],
  ['advised', 'Advised', true],
  ['discouraged', 'Advised against', true],
  ['optional', 'Optional', false],
];

export function showFields({ fields, complete }: Fields): void {
  const groups = GROUPS.map(([state, title, isOpen]) => {
    const members = fields.filter((field) => field.state === state && !field.under);
    return groupOf(state, title, members, isOpen);
  });
  const inside = fields.filter(({ state, under }) => state === 'required' && under !== null);
  refill(
    byId('fields'),
    make('h2', {}, 'Members that you haven’t given'),
    ...groups,
    groupOf('inside', 'Needed inside what is optional', inside, false),
    !complete && hint('Not all members were looked at.'),
  );
}

function groupOf(name: string, title: string, members: readonly Field[], isOpen: boolean): HTMLElement | false {
  if (members.length === 0) return name === 'required' && hint(`${title}: none.`);
  const before = byId('fields').querySelector<HTMLDetailsElement>(`details.${name}`);
  const list = make('ul', { class: 'members' }, ...members.map(memberItem));
  const details = make('details', { class: name }, make('summary', {}, `${title} ${members.length}`), list);
  details.open = before?.open ?? isOpen;
  return details;
}

function memberItem({ path, under, rules, needs }: Field): HTMLElement {
  return make(
    'li',
    {},
    make('code', {}, path),
    under !== null && hint(` if ${under} is given`, 'span'),
    ...rules.flatMap((rule) => [' ', ruleLink(rule)]),
    needs.length > 0 && hint(` depends on ${needs.join(', ')}`, 'span'),
  );
}
