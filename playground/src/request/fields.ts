// Lists the members that may or must still be given.

import { html, nothing, type TemplateResult } from 'lit-html';
import { repeat } from 'lit-html/directives/repeat.js';
import type { Field, Fields, FieldState } from 'paylint';
import { fill, hint, ruleLink } from '../dom.js';

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
  fill(
    'fields',
    html`<h2>Members that you haven’t given</h2>
      ${groups} ${groupOf('inside', 'Needed inside what is optional', inside, false)}
      ${complete ? nothing : hint('Not all members were looked at.')}`,
  );
}

function groupOf(name: string, title: string, members: readonly Field[], isOpen: boolean): TemplateResult | typeof nothing {
  if (members.length === 0) return name === 'required' ? hint(`${title}: none.`) : nothing;
  return html`<details class=${name} ?open=${isOpen}>
    <summary>${title} ${members.length}</summary>
    <ul class="members">${repeat(members, ({ path, rules }) => [path, ...rules].join(), memberItem)}</ul>
  </details>`;
}

function memberItem({ path, under, rules, needs }: Field): TemplateResult {
  const condition = under === null ? '' : ` if ${under} is given`;
  const hangs = needs.length === 0 ? '' : ` depends on ${needs.join(', ')}`;
  return html`<li>
    <code>${path}</code><span class="hint">${condition}</span>${rules.map((rule) => html` ${ruleLink(rule)}`)}<span class="hint">${hangs}</span>
  </li>`;
}
