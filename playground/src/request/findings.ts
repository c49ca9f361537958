// The list of findings, each with its line, and the obligations.

import type { Report } from 'paylint';
import { byId, make, makeButton, messageElement, refill, ruleLink } from '../dom.js';
import type { Checked } from './check.js';
import type { Editor } from './editor.js';
import type { Place } from './places.js';

/** A member whose value was made up by a fix. */
export interface ToFill {
  path: string;
  place: Place;
}

export function showFindings(
  { listed, errors, warnings, report, mistakes }: Checked,
  editor: Editor,
  toFill: readonly ToFill[],
): void {
  const lineButton = (place: Place, key: string): HTMLElement =>
    makeButton(`Line ${editor.lineAt(place)}`, () => editor.reveal(place), { class: 'line', 'data-key': key });
  const made = toFill.map(({ path, place }) =>
    make(
      'li',
      { class: 'warn' },
      make('span', { class: 'level' }, 'To fill in '),
      make('code', {}, path),
      ' has a made-up value. ',
      lineButton(place, `fill ${path}`),
    ),
  );
  const wrong = mistakes.map((mistake) =>
    make('li', {}, lineButton(mistake, `${mistake.words} ${mistake.from}`), ` ${mistake.words}`),
  );
  const items = listed.map(({ finding, place, index }) => {
    const { rule, level, path, source } = finding;
    const line = lineButton(place, `${rule} ${path}`);
    return make(
      'li',
      { class: level, 'data-finding': String(index) },
      make(
        'p',
        {},
        make('span', { class: 'level' }, level === 'deny' ? 'Error' : 'Warning'),
        ' ',
        messageElement(finding),
      ),
      make(
        'p',
        { class: 'meta' },
        line,
        make('code', {}, path === '' ? 'whole request' : path),
        ruleLink(rule),
        ...(source === null ? [] : [make('span', { class: 'source' }, source)]),
      ),
      ...(rule === 'json.malformed' && wrong.length > 1 ? [make('ul', { class: 'members' }, ...wrong)] : []),
    );
  });
  const rest = errors + warnings - listed.length;
  refill(
    byId('findings'),
    make('h2', {}, 'Findings'),
    ...(made.length > 0 ? [make('ul', { class: 'list' }, ...made)] : []),
    items.length + made.length === 0
      ? make('p', { class: 'hint' }, 'None.')
      : make('ol', { class: 'list' }, ...items),
    ...(rest > 0
      ? [make('p', { class: 'hint' }, `These are the first ${listed.length}; there are ${rest} more.`)]
      : []),
    ...(report.truncated
      ? [make('p', { class: 'hint' }, 'There are more than the policy keeps.')]
      : []),
  );
}

/** What has to be done beside sending the request. */
export function showObligations({ obligations, valid_until: until }: Omit<Report, 'findings'>): void {
  const items = obligations.map(({ kind, by, needs }) => {
    const what = kind === 'three_ds' ? 'Authenticate with 3-D Secure' : 'Capture it later';
    const deadline = by === null ? '' : `, by ${by}`;
    const hangs = needs.length === 0 ? '' : `, depending on ${needs.join(', ')}`;
    return make('li', {}, `${what}${deadline}${hangs}`);
  });
  if (until !== null) items.push(make('li', {}, `Send it by ${until}`));
  const list = [make('h2', {}, 'What it obliges you to'), make('ul', { class: 'list' }, ...items)];
  byId('obligations').replaceChildren(...(items.length === 0 ? [] : list));
}
