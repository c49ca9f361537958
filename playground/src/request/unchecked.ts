// The rules that can't be decided, and the facts that would decide them.

import type { FactName, Report } from 'paylint';
import { byId, hint, make, makeButton, refill, ruleLink } from '../dom.js';
import { choicesOf, wordsOf } from './facts.js';

export function showUnchecked(
  { unchecked, operation }: Omit<Report, 'findings'>,
  setFact: (name: FactName, value: unknown) => void,
): void {
  const facts = [...new Set(unchecked.flatMap(({ needs }) => needs))];
  const items = facts.map((fact) => {
    const rules = unchecked.filter(({ needs }) => needs.includes(fact));
    const links = rules.flatMap(({ rule }, index) => [index > 0 && ', ', ruleLink(rule)]);
    const choices = choicesOf(fact, operation).map((value) =>
      makeButton(wordsOf(value), () => setFact(fact, value), {
        class: 'choice-button',
        'aria-label': `Set ${fact} to ${wordsOf(value)}`,
        'data-key': `${fact} ${wordsOf(value)}`,
      }),
    );
    return make(
      'li',
      {},
      make('p', {}, make('code', {}, fact), ' decides ', ...links),
      make('p', { class: 'buttons' }, ...choices),
    );
  });
  if (items.length === 0) return refill(byId('unchecked'));
  const list = make('ul', { class: 'list' }, ...items);
  refill(byId('unchecked'), make('h2', {}, 'Undecided'), hint('Facts are missing. A click adds one.'), list);
}
