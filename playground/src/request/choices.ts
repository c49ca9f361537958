// The choices of fixes, and the effects of each. Runs in the worker.

import type { Change, Choice, Engine, Facts, Report } from 'paylint';

/** A choice of a fix. */
export interface Fix {
  /** The index of the finding in the report. */
  finding: number;
  label: string;
  applicability: Choice['applicability'];
  /** The body with the choice made. */
  body: string;
  /** Other effects. */
  also: string;
  /** The member with a made-up value, which a person must replace. */
  toFill: string | undefined;
}

const LABELS: Record<Choice['applicability'], string> = {
  safe: 'safe',
  unsafe: 'likely',
  placeholder: 'you must fill this in',
};

/** The choices for these findings of the report on a body. */
export function fixesOf(
  engine: Engine,
  before: Report,
  body: string,
  facts: Facts,
  findings: ReadonlySet<number>,
): Fix[] {
  const { operation } = before;
  const { fixes } = engine.fixes(operation, body, facts);
  return fixes
    .filter(({ finding }) => findings.has(finding))
    .flatMap(({ finding, choices }) =>
      choices.map((choice, index) => {
        const chosen = engine.choose(operation, body, [finding, index], facts);
        return {
          finding,
          label: `${wordsOf(choice)} (${LABELS[choice.applicability]})`,
          applicability: choice.applicability,
          body: chosen,
          toFill: choice.applicability === 'placeholder' ? choice.patch[0]?.path : undefined,
          also: changesOf(before, engine.check(operation, chosen, facts)),
        };
      }),
    );
}

/** A choice in words: "remove /skip_capture". */
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

/** Changes in the meaning of the request, in words. */
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
