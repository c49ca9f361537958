// The list of findings, each with its line and a button for each choice of a fix, and the obligations.

import type { Report } from 'paylint';
import { byId, hint, make, makeButton, paragraph, refill, ruleLink } from '../dom.js';
import type { Checked, Looked } from './check.js';
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
    const message = paragraph(finding.message);
    message.prepend(make('span', { class: 'level' }, level === 'deny' ? 'Error' : 'Warning'), ' ');
    return make(
      'li',
      { class: level, 'data-finding': String(index) },
      message,
      make(
        'p',
        { class: 'meta' },
        lineButton(place, `${rule} ${path}`),
        make('code', {}, path === '' ? 'whole request' : path),
        ruleLink(rule),
        source !== null && make('span', { class: 'hint' }, source),
      ),
      rule === 'json.malformed' && wrong.length > 1 && make('ul', { class: 'members' }, ...wrong),
    );
  });
  const rest = errors + warnings - listed.length;
  refill(
    byId('findings'),
    make('h2', {}, 'Findings'),
    made.length > 0 && make('ul', { class: 'list' }, ...made),
    items.length > 0 && make('ol', { class: 'list' }, ...items),
    items.length + made.length === 0 && hint('None.'),
    rest > 0 && hint(`These are the first ${listed.length}; there are ${rest} more.`),
    report.truncated && hint('There are more than the policy keeps.'),
  );
}

/** Adds the choices to the list of findings. `apply` gets the body with changes made, and what is still to be filled in. */
export function showFixes({ fixes, safe }: Looked, apply: (fix: { body: string; toFill?: string | undefined }) => void): void {
  const items = byId('findings').querySelectorAll<HTMLLIElement>('ol > li');
  for (const item of items) {
    const ofItem = fixes.filter(({ finding }) => String(finding) === item.dataset['finding']);
    const buttons = ofItem.flatMap((fix) => {
      const { finding, label, applicability, also } = fix;
      const button = makeButton(label, () => apply(fix), {
        class: `choice-button ${applicability}`,
        'data-key': `${finding} ${label}`,
      });
      return also === '' ? [button] : [button, make('span', { class: 'hint' }, also)];
    });
    if (buttons.length > 0) item.append(make('p', { class: 'meta fixes' }, ...buttons));
  }
  if (safe === undefined) return;
  const all = makeButton('Fix all that is safe', () => apply({ body: safe }), { 'data-key': 'fix all' });
  byId('findings').querySelector('h2')?.after(make('p', { class: 'buttons' }, all));
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
  if (items.length === 0) return refill(byId('obligations'));
  refill(byId('obligations'), make('h2', {}, 'What it obliges you to'), make('ul', { class: 'list' }, ...items));
}
