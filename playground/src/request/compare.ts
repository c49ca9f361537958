// The table of what two policies say of the request.

import { byId, make, refill } from '../dom.js';
import { ruleButton, type OnExample } from '../why.js';
import type { Checked } from './check.js';

/** Shows what the other policy says; nothing if there is none. */
export function showCompared(checked: Checked | undefined, onExample: OnExample): void {
  const other = checked?.other;
  if (checked === undefined || other === undefined) return refill(byId('compared'));
  const words = { accept: 'accepts', reject: 'refuses' };
  const ours = words[checked.report.verdict];
  const theirs = words[other.verdict];
  const isSame = ours === theirs;
  const rows = other.differences.map(({ rule, ours, theirs }) =>
    make(
      'tr',
      {},
      make('th', { scope: 'row' }, ruleButton(rule, onExample)),
      make('td', {}, ours),
      make('td', {}, theirs),
    ),
  );
  const head = ['Rule', 'This policy', 'The other'].map((text) =>
    make('th', { scope: 'col' }, text),
  );
  const table = make(
    'div',
    { class: 'scroll', role: 'region', tabindex: '0', 'aria-label': 'What the policies say' },
    make('table', {}, make('thead', {}, make('tr', {}, ...head)), make('tbody', {}, ...rows)),
  );
  refill(
    byId('compared'),
    make('h2', {}, 'Two policies'),
    make(
      'p',
      { class: 'hint' },
      isSame ? `Each policy ${ours} it` : `This policy ${ours} it, the other ${theirs} it`,
      rows.length === 0 ? ', for the same reasons.' : '.',
    ),
    ...(rows.length === 0 ? [] : [table]),
  );
}
