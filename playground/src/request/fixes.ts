// What would fix a finding: a button for each choice, and what else it changes.

import type { Change, Choice, Report } from 'paylint';
import { byId, make, makeButton } from '../dom.js';
import type { Checked } from './check.js';

const LABELS: Record<Choice['applicability'], string> = {
  safe: 'safe',
  unsafe: 'likely',
  placeholder: 'you must fill this in',
};

/** Adds the choices to the list of findings. `apply` gets the body with one of them made. */
export function showFixes(checked: Checked, apply: (body: string) => void): void {
  const { sheet, engine, facts } = checked;
  const items = byId('findings').querySelectorAll<HTMLLIElement>('ol > li');
  for (const { finding, choices } of engine.fixes(sheet.operation, sheet.body, facts).fixes) {
    const buttons = choices.flatMap((choice, index) => {
      const place = [finding, index] as const;
      const body = engine.choose(sheet.operation, sheet.body, place, facts);
      const label = `${wordsOf(choice)} (${LABELS[choice.applicability]})`;
      const button = makeButton(label, () => apply(body), {
        class: `choice-button ${choice.applicability}`,
        'data-key': `${finding} ${label}`,
      });
      const also = changesOf(checked.report, engine.check(sheet.operation, body, facts));
      return also === '' ? [button] : [button, make('span', { class: 'hint' }, also)];
    });
    items[finding]?.append(make('p', { class: 'meta fixes' }, ...buttons));
  }
}

/** What a choice does: "remove /skip_capture". */
function wordsOf({ patch }: Choice): string {
  const verb = { add: 'add', replace: 'replace', remove: 'remove', move: 'rename' };
  const [first] = patch;
  if (first?.op === 'remove' && first.path === '') return 'send no body';
  return `${first ? verb[first.op] : ''} ${patch.map(placeOf).join(', ')}`;
}

function placeOf(change: Change): string {
  if (change.op === 'move') return `${change.from} to ${change.path}`;
  return change.path === '' ? 'a body' : change.path;
}

/** What the request means otherwise with a choice made. */
function changesOf(before: Report, after: Report): string {
  const [lost, won] = [
    before.capabilities.filter((name) => !after.capabilities.includes(name)),
    after.capabilities.filter((name) => !before.capabilities.includes(name)),
  ];
  const changes = [
    ...(before.scenario === after.scenario
      ? []
      : [`${before.scenario ?? 'no scenario'} becomes ${after.scenario ?? 'no scenario'}`]),
    ...lost.map((name) => `no longer ${name}`),
    ...won.map((name) => `then ${name}`),
    ...(before.total === after.total ? [] : [`the total becomes ${after.total ?? 'unknown'}`]),
  ];
  return changes.join(', ');
}
