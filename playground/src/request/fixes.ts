// A button for each choice of a fix, and one for all that is safe.

import { byId, make, makeButton } from '../dom.js';
import type { Looked } from './check.js';

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
