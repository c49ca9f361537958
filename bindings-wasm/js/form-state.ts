// The state of a whole form: what each of its fields shows, and whether it can be sent.

import { PaylintError } from './errors.js';
import type { AnyFacts } from './facts.js';
import { fieldState } from './form.js';
import { denies, findingsAt } from './report.js';
import type { Checking } from './schema.js';
import type { FieldShown, Finding, FormState, InputState } from './types.js';
import type { Operations, Report, SchemaOptions, Unchecked } from './types.js';

/** The states of an input, the most urgent first. */
const STATES: readonly InputState[] = ['wrong', 'incomplete', 'missing', 'doubtful', 'undecided', 'fine'];

export function formOf<S extends Operations, F extends string>(
  engine: Checking,
  of: S,
  fields: { readonly [field in F]: string | readonly string[] },
  facts: AnyFacts | (() => AnyFacts),
  { message = () => undefined, unchecked = '' }: Pick<SchemaOptions, 'message' | 'unchecked'>,
): (values: unknown) => FormState<S, F> {
  const places = Object.entries<string | readonly string[]>(fields).map(([field, paths]) => [field, [paths].flat()] as const);
  const bodies = Object.keys(of).map((name) => `/${name}/`);
  for (const path of places.flatMap(([, paths]) => paths))
    if (!bodies.some((body) => path.startsWith(body)))
      throw new PaylintError(`a field is at ${JSON.stringify(path)}, but the form's bodies are at ${bodies.join(', ')}`);
  const say = (reason: Finding | Unchecked): string =>
    message(reason) ?? ('message' in reason ? reason.message : unchecked);
  return (values) => {
    const known = typeof facts === 'function' ? facts() : facts;
    const value: Record<string, unknown> = { ...(values as object) };
    const reports: Record<string, Report> = {};
    for (const [name, operation] of Object.entries(of)) {
      const { body, report } = engine.checkForm(operation, value[name], known);
      value[name] = body;
      reports[name] = report;
    }
    const shown = places.map(([field, paths]) => [field, shownAt(paths, value, reports, say)] as const);
    const first = shown.find(([, { invalid }]) => invalid);
    const accepted = Object.values(reports).every(({ verdict }) => verdict === 'accept');
    // Problems that no field can correct: a finding elsewhere, or a rule that can't be decided.
    const elsewhere = Object.values(reports).flatMap(({ findings, unchecked }) => [...findings, ...unchecked]).find(denies);
    return {
      accepted,
      value,
      reports,
      fields: Object.fromEntries(shown),
      first: first?.[0],
      text: accepted ? '' : first ? first[1].text : elsewhere ? say(elsewhere) : unchecked,
    } as unknown as FormState<S, F>;
  };
}

function shownAt(
  paths: readonly string[],
  value: unknown,
  reports: Record<string, Report>,
  say: (reason: Finding) => string,
): FieldShown {
  const states = new Set<InputState>();
  const findings = paths.flatMap((path) => {
    const [, name = '', inside = ''] = /^\/([^/]*)(\/.*)$/.exec(path) ?? [];
    const report = reports[name] as Report;
    const state = fieldState(report, inside);
    // A policy rule can require a member, too.
    states.add(state === 'wrong' && isAbsent(value, path) ? 'missing' : state);
    return findingsAt(report, inside);
  });
  // If month and year share an input, one alone is incomplete.
  if (states.size > 1 && states.delete('missing')) states.add('incomplete');
  const texts = findings.sort((a, b) => Number(denies(b)) - Number(denies(a))).map(say);
  return {
    state: STATES.find((state) => states.has(state)) as InputState,
    invalid: findings.some(denies),
    text: texts.find(Boolean) ?? '',
  };
}

function isAbsent(value: unknown, path: string): boolean {
  const steps = path.split('/').slice(1);
  return steps.reduce<unknown>((inside, step) => (inside as Record<string, unknown> | undefined)?.[step], value) === undefined;
}
