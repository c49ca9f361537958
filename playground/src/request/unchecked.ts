// The rules that can't be decided, and the facts that would decide them.

import type { FactName, Report } from 'paylint';
import { byId, make, makeButton, refill } from '../dom.js';
import { ruleButton, type OnExample } from '../why.js';
import { choicesOf } from './facts.js';

export function showUnchecked(
  { unchecked, operation }: Omit<Report, 'findings'>,
  setFact: (name: FactName, value: unknown) => void,
  onExample: OnExample,
): void {
  const facts = [...new Set(unchecked.flatMap(({ needs }) => needs))];
  const items = facts.map((fact) => {
    const rules = unchecked.filter(({ needs }) => needs.includes(fact));
    const choices = choicesOf(fact, operation).map(({ text, value }) =>
      makeButton(text, () => setFact(fact, value()), {
        class: 'choice-button',
        'aria-label': `Set ${fact} to ${text}`,
        'data-key': `${fact} ${text}`,
      }),
    );
    return make(
      'li',
      { class: 'open' },
      make('p', {}, make('code', {}, fact), ' decides ', ...listed(rules, onExample)),
      make('p', { class: 'buttons' }, ...choices),
    );
  });
  refill(
    byId('unchecked'),
    ...(items.length === 0
      ? []
      : [
          make('h2', {}, 'Undecided'),
          make('p', { class: 'hint' }, 'Facts are missing. A click adds one.'),
          make('ul', { class: 'list' }, ...items),
        ]),
  );
}

function listed(rules: Report['unchecked'], onExample: OnExample): (Node | string)[] {
  return rules.flatMap(({ rule }, index) => [
    ...(index === 0 ? [] : [', ']),
    ruleButton(rule, onExample),
  ]);
}
