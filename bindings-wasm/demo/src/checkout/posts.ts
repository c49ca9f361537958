// What is behind the form: the two requests, what is wrong with them, and their repairs.

import type { Change, Engine, FactsInit, Repair, Report } from 'paylint';
import { byId, make, makeButton, refill, withCode } from '../dom.js';
import { describe } from '../request/what-if.js';
import { ruleButton, type OnExample } from '../why.js';
import type { Field } from './form.js';
import { isInForm } from './repairs.js';
import { masked } from './request.js';

/** A request that the form makes. */
export interface Post {
  body: Record<string, unknown>;
  text: string;
  report: Report;
}

interface Actions {
  onApply: (patch: readonly Change[]) => void;
  onOpen: () => void;
  onExample: OnExample;
}

const TITLES = { order: 'Order', payment: 'Card post' };
const OBLIGATIONS = {
  three_ds: 'Authenticate with 3-D Secure',
  capture: 'Capture it later',
};

/** What is shown about each request, as text. */
const shown = new Map<Field['of'], string>();

export function showPost(
  of: Field['of'],
  post: Post,
  engine: Engine,
  facts: FactsInit,
  actions: Actions,
): void {
  const { body, text, report } = post;
  const repairs = report.verdict === 'accept' ? [] : engine.repairs(of, text, facts).repairs;
  byId(`${of}-body`).textContent = masked(body);
  byId(`${of}-report`).textContent = JSON.stringify(report, null, 2);
  // A button that is being pressed must stay: leaving a field, which is before the click, may have
  // changed how the body is written but nothing that is shown here.
  const shows = JSON.stringify([report, repairs]);
  if (shown.get(of) === shows) return;
  shown.set(of, shows);
  showReport(of, report, repairs, actions);
}

function showReport(
  of: Field['of'],
  { findings, obligations, verdict }: Report,
  repairs: readonly Repair[],
  actions: Actions,
): void {
  const list = findings.map(({ rule, level, message, path }) =>
    make(
      'li',
      { class: level },
      ...withCode(message),
      ' ',
      make('code', {}, path === '' ? 'whole request' : path),
      ' ',
      ruleButton(rule, actions.onExample),
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
    ...repairList(of, repairs, actions),
    // The card data stays in the form.
    ...(of === 'order' ? [make('p', { class: 'buttons' }, openButton)] : []),
  );
}

function repairList(
  of: Field['of'],
  repairs: readonly Repair[],
  { onApply }: Actions,
): HTMLElement[] {
  const items = repairs.map(({ patch }, index) => {
    const changes = patch.map((change) => make('li', {}, ...describe(change)));
    const button = makeButton('Apply', () => onApply(patch), {
      class: 'apply',
      'aria-label': `Apply repair ${index + 1} of the ${TITLES[of].toLowerCase()}`,
      'data-key': `repair ${of} ${index}`,
    });
    const note = make('p', { class: 'hint' }, 'This form has no control for it.');
    return make(
      'li',
      {},
      make('ul', { class: 'changes' }, ...changes),
      isInForm(of, patch) ? button : note,
    );
  });
  return items.length === 0
    ? []
    : [make('h4', {}, 'Repairs'), make('ol', { class: 'list repairs' }, ...items)];
}
