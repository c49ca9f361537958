// The request view: three editors, and everything that paylint says about what is in them.

import { toProblem, type Example, type Operation, type Report } from 'paylint';
import { afterPause, announce, byId, count, make, makeButton, refill, setText } from '../dom.js';
import { check, type Checked, type Unusable } from './check.js';
import { completeBody, completeFacts, completePolicy } from './completion.js';
import { copy, curl } from './copy.js';
import { withFact } from './edits.js';
import { makeEditor, type Editor } from './editor.js';
import { showFields } from './fields.js';
import { showFindings, showObligations } from './findings.js';
import { showFixes } from './fixes.js';
import { OPERATIONS, operationInfo } from './operations.js';
import { placeOfMember, placesOf } from './places.js';
import { PRESETS, sheetOf, type Preset } from './presets.js';
import { fromFragment, toFragment, type Sheet } from './share.js';
import { showTable } from './table.js';
import { inMicroseconds, microseconds } from './timing.js';
import { showUnchecked } from './unchecked.js';

const PARTS = ['body', 'facts', 'policy'] as const;
type Part = (typeof PARTS)[number];

let editors: Record<Part, Editor>;
let operation: Operation = 'order';
/** Whether the editors are being filled, so that the parts aren't checked one by one. */
let isLoading = false;
/** The last link that was followed or copied. Going back to it keeps what was typed since. */
let lastLink = '';

export interface RequestView {
  load(sheet: Sheet): void;
  /** Loads the sheet of a link, if the fragment carries one. */
  follow(fragment: string): void;
  /** Call it when the view becomes visible: what is hidden can't be measured. */
  shown(): void;
}

export function startRequest(): RequestView {
  editors = {
    body: editorOf('body', 'Request body', (context) => completeBody(operation, context)),
    facts: editorOf('facts', 'Facts', completeFacts),
    policy: editorOf('policy', 'Policy', completePolicy),
  };
  makeChoices();
  makeCopyButtons();
  byId('share').addEventListener('click', () => void share());
  load(sheetOf(PRESETS[0] as Preset));
  return {
    load,
    follow,
    shown: () => PARTS.forEach((part) => editors[part].measure()),
  };
}

function editorOf(
  part: Part,
  label: string,
  complete: Parameters<typeof makeEditor>[1]['complete'],
): Editor {
  const describedBy = `${part}-hint`;
  return makeEditor(byId(`${part}-editor`), { label, describedBy, complete, onChange: update });
}

function makeChoices(): void {
  const operations = byId<HTMLSelectElement>('operation');
  for (const { name, label } of OPERATIONS)
    operations.append(make('option', { value: name }, label));
  operations.addEventListener('change', () => chooseOperation(operations.value as Operation));
  const presets = byId<HTMLSelectElement>('preset');
  presets.append(make('option', { value: '' }, 'Your own'));
  for (const { name, label } of OPERATIONS) {
    const group = make('optgroup', { label });
    for (const [index, preset] of PRESETS.entries())
      if (preset.operation === name)
        group.append(make('option', { value: String(index) }, preset.label));
    presets.append(group);
  }
  presets.addEventListener('change', () => {
    const preset = PRESETS[Number(presets.value)];
    if (presets.value !== '' && preset !== undefined) load(sheetOf(preset));
  });
}

/** Keeps what was typed; but an example, or nothing at all, gives way to one of the operation. */
function chooseOperation(chosen: Operation): void {
  const now = sheet();
  const isBlank = PARTS.every((part) => now[part].trim() === '');
  const example = PRESETS.find((preset) => preset.operation === chosen);
  if ((isBlank || presetOf(now) !== undefined) && example !== undefined)
    return load(sheetOf(example));
  operation = chosen;
  update();
}

function presetOf({ operation, body, facts, policy }: Sheet): number | undefined {
  const index = PRESETS.findIndex((preset) => {
    const other = sheetOf(preset);
    return (
      other.operation === operation &&
      other.body === body &&
      other.facts === facts &&
      other.policy === policy
    );
  });
  return index < 0 ? undefined : index;
}

function sheet(): Sheet {
  const { body, facts, policy } = editors;
  return { operation, body: body.text(), facts: facts.text(), policy: policy.text() };
}

function load(next: Sheet): void {
  isLoading = true;
  operation = next.operation;
  for (const part of PARTS) editors[part].replace(next[part]);
  isLoading = false;
  update();
}

function follow(fragment: string): void {
  const sheet = fragment === lastLink ? undefined : fromFragment(fragment);
  if (sheet === undefined) return;
  lastLink = fragment;
  if (sheet !== null) return load(sheet);
  setText(byId('share-hint'), 'The link that you followed is damaged, so it wasn’t opened.');
  announce('The link that you followed is damaged.');
}

function loadExample({ operation, body, facts, policy }: Example): void {
  const pretty = (text: string | null): string => {
    if (text === null) return '';
    // Rewriting could remove what the example is about, such as a repeated key.
    const again = JSON.stringify(parsed(text));
    return again === text ? JSON.stringify(JSON.parse(text), null, 2) : text;
  };
  load({ operation, body: pretty(body), facts: pretty(facts), policy: pretty(policy) });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function update(): void {
  if (isLoading) return;
  const now = sheet();
  byId<HTMLSelectElement>('operation').value = now.operation;
  byId<HTMLSelectElement>('preset').value = String(presetOf(now) ?? '');
  try {
    show(check(now));
  } catch (error) {
    // What was said of an earlier text must not stand beside this one.
    showNothing('Nothing is checked: this page has failed', (error as Error).message);
    throw error;
  }
  setBusy(true);
  askLater();
}

function show(outcome: Checked | Unusable): void {
  for (const part of ['facts', 'policy'] as const)
    showProblem(part, 'part' in outcome && outcome.part === part ? outcome : undefined);
  if (!('part' in outcome)) return showChecked(outcome);
  const { part } = outcome;
  showNothing(`Nothing is checked: the ${part} can’t be used`, `see the message above the ${part}`);
}

/** Whether the fields are those of an earlier request. */
function setBusy(isBusy: boolean): void {
  byId('fields').setAttribute('aria-busy', String(isBusy));
}

function showProblem(part: 'facts' | 'policy', problem: Unusable | undefined): void {
  const message = problem?.message ?? '';
  setText(byId(`${part}-problem`), message);
  const place = problem && placeOfMember(editors[part].text(), problem.member);
  editors[part].mark(place === undefined ? [] : [{ ...place, severity: 'error', message }]);
}

function showNothing(words: string, reason: string): void {
  showVerdict('unusable', words, reason);
  editors.body.mark([]);
  for (const id of ['findings', 'unchecked', 'obligations', 'fields']) refill(byId(id));
  showTable(undefined);
}

function showChecked({ sheet, report }: Checked): void {
  const places = placesOf(sheet.body, report.findings);
  editors.body.mark(
    report.findings.map(({ level, rule, message }, index) => ({
      ...places[index]!,
      severity: level === 'deny' ? 'error' : 'warning',
      message,
      source: rule,
    })),
  );
  const denied = report.findings.filter(({ level }) => level === 'deny').length;
  const counts = [
    count(denied, 'error'),
    count(report.findings.length - denied, 'warning'),
    `${count(report.unchecked.length, 'rule')} undecided`,
  ].join(', ');
  const what = operationInfo(report.operation).label.toLowerCase();
  const words =
    report.verdict === 'accept'
      ? `Accepted: the gateway can accept this ${what}`
      : `Rejected: the gateway would refuse this ${what}`;
  showVerdict(report.verdict, words, counts);
  showFindings(report, places, editors.body, loadExample);
  showUnchecked(report, setFact, loadExample);
  showObligations(report);
  showTable(report);
}

function showVerdict(verdict: Report['verdict'] | 'unusable', words: string, counts: string): void {
  byId('verdict').className = `verdict ${verdict}`;
  setText(byId('verdict-words'), words);
  setText(byId('counts'), counts);
  announce(`${words}: ${counts}`);
}

function setFact(name: string, value: unknown): void {
  editors.facts.replace(withFact(editors.facts.text(), name, value));
}

/** Asks what takes longer than a check once typing pauses. */
const askLater = afterPause(200, () => {
  const outcome = check(sheet());
  if ('part' in outcome) {
    setBusy(false);
    return setText(byId('timing'), '');
  }
  const { sheet: checked, engine, facts } = outcome;
  showFields(outcome, loadExample);
  showFixes(outcome, (body) => editors.body.replace(body));
  setBusy(false);
  const time = microseconds(() => engine.check(checked.operation, checked.body, facts));
  setText(byId('timing'), ` · ${inMicroseconds(time)} per check`);
});

function makeCopyButtons(): void {
  const add = (label: string, textOf: (report: Report) => string | null): void => {
    const button = makeButton(label, () => {
      const outcome = check(sheet());
      if ('part' in outcome) return say(button, 'Nothing is checked');
      const text = textOf(outcome.report);
      void (text === null ? say(button, 'An accepted request has none') : copyAndSay(button, text));
    });
    byId('copy').append(button);
  };
  add('Report as JSON', (report) => JSON.stringify(report, null, 2));
  const request = makeButton('Request as curl', () => void copyAndSay(request, curl(sheet())));
  byId('copy').append(request);
  add('Problem details', (report) => {
    const problem = toProblem(report);
    return problem && JSON.stringify(problem, null, 2);
  });
}

async function share(): Promise<void> {
  lastLink = toFragment(sheet());
  history.replaceState(null, '', lastLink);
  await copyAndSay(byId('share') as HTMLButtonElement, location.href);
}

async function copyAndSay(button: HTMLButtonElement, text: string): Promise<void> {
  if (await copy(text)) say(button, 'Copied');
}

/** Says something in a button's place for a moment. */
function say(button: HTMLButtonElement, words: string): void {
  button.dataset['label'] ??= button.textContent ?? '';
  button.textContent = words;
  announce(words);
  setTimeout(() => setText(button, button.dataset['label'] ?? ''), 2000);
}
