// What is behind the form: the two requests, and what is wrong with them.

import type { Report } from 'paylint';
import { byId, make, makeButton, refill, ruleLink } from '../dom.js';
import { messageElement } from '../language.js';
import type { Field } from './form.js';
import { masked } from './request.js';

/** A request that the form makes. */
export interface Post {
  body: Record<string, unknown>;
  text: string;
  report: Report;
}

interface Actions {
  onOpen: () => void;
}

const TITLES = { order: 'Order', payment: 'Card post' };
const OBLIGATIONS = {
  three_ds: 'Authenticate with 3-D Secure',
  capture: 'Capture it later',
};

/** What is shown about each request, as text. */
const shown = new Map<Field['of'], string>();

export function showPost(of: Field['of'], { body, report }: Post, actions: Actions): void {
  byId(`${of}-body`).textContent = masked(body);
  byId(`${of}-report`).textContent = JSON.stringify(report, null, 2);
  // A button that is being pressed must stay: leaving a field, which is before the click, may have
  // changed how the body is written but nothing that is shown here.
  const shows = JSON.stringify(report);
  if (shown.get(of) === shows) return;
  shown.set(of, shows);
  showReport(of, report, actions);
}

function showReport(
  of: Field['of'],
  { findings, obligations, verdict }: Report,
  actions: Actions,
): void {
  const list = findings.map((finding) =>
    make(
      'li',
      { class: finding.level },
      messageElement(finding),
      ' ',
      make('code', {}, finding.path === '' ? 'whole request' : finding.path),
      ' ',
      ruleLink(finding.rule),
    ),
  );
  const todo = obligations.map(({ kind, by }) =>
    make('li', { class: 'todo' }, `${OBLIGATIONS[kind]}${by === null ? '' : ` by ${by}`}`),
  );
  const openButton = makeButton('Open in the request view', actions.onOpen, {
    'data-key': `open ${of}`,
  });
  const words = verdict === 'accept' ? 'acceptable' : 'not acceptable yet';
  refill(
    byId(`post-${of}`),
    make('h3', {}, `${TITLES[of]}: ${words}`),
    make('ul', { class: 'findings' }, ...list, ...todo),
    // The card data stays in the form.
    ...(of === 'order' ? [make('p', { class: 'buttons' }, openButton)] : []),
  );
}
