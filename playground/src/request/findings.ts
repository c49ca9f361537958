// The list of findings, each with its line, and the obligations.

import type { Report } from 'paylint';
import { byId, make, makeButton, refill, withCode } from '../dom.js';
import { ruleButton, type OnExample } from '../why.js';
import type { Editor } from './editor.js';
import type { Place } from './places.js';

export function showFindings(
  { findings, truncated }: Report,
  places: readonly Place[],
  editor: Editor,
  onExample: OnExample,
): void {
  const items = findings.map(({ rule, level, path, message, source }, index) => {
    const place = places[index]!;
    const line = makeButton(`Line ${editor.lineAt(place)}`, () => editor.reveal(place), {
      class: 'line',
      'data-key': `${rule} ${path}`,
    });
    return make(
      'li',
      { class: level },
      make(
        'p',
        {},
        make('span', { class: 'level' }, level === 'deny' ? 'Error' : 'Warning'),
        ' ',
        ...withCode(message),
      ),
      make(
        'p',
        { class: 'meta' },
        line,
        make('code', {}, path === '' ? 'whole request' : path),
        ruleButton(rule, onExample),
        ...(source === null ? [] : [make('span', { class: 'source' }, source)]),
      ),
    );
  });
  refill(
    byId('findings'),
    make('h2', {}, 'Findings'),
    items.length === 0
      ? make('p', { class: 'hint' }, 'None.')
      : make('ol', { class: 'list' }, ...items),
    ...(truncated ? [make('p', { class: 'hint' }, 'There are more than the policy keeps.')] : []),
  );
}

export function showObligations({ obligations, valid_until: until }: Report): void {
  const items = obligations.map(({ kind, by, needs }) => {
    const what =
      kind === 'three_ds' ? 'Authenticate with 3-D Secure' : `Capture it later${before(by)}`;
    const hangs = needs.length === 0 ? '' : `, depending on ${needs.join(', ')}`;
    return make('li', {}, `${what}${hangs}`);
  });
  if (until !== null) items.push(make('li', {}, `Send it by ${until}`));
  byId('obligations').replaceChildren(
    ...(items.length === 0
      ? []
      : [make('h2', {}, 'What it obliges you to'), make('ul', { class: 'list' }, ...items)]),
  );
}

function before(time: string | null): string {
  return time === null ? '' : `, by ${time}`;
}
