// The request view: the editors, and everything that paylint says about what is in them.

import { toProblem, type Example, type Operation, type Report } from 'paylint';
import { afterPause, announce, byId, make, makeButton, refill, setText } from '../dom.js';
import { REMOVED } from '../secrets.js';
import { forget, keep, recall } from '../storage.js';
import { bannerOf, type Banner } from './banner.js';
import type { Checked, Unusable } from './check.js';
import { Checker } from './checker.js';
import { showCompared } from './compare.js';
import { completeBody, completeFacts, completePolicy } from './completion.js';
import { copy } from './copy.js';
import { formatted, withFact } from './edits.js';
import { makeEditor, type Editor } from './editor.js';
import { showFields } from './fields.js';
import { showFindings, showObligations } from './findings.js';
import { showFixes } from './fixes.js';
import { OPERATIONS, operationInfo } from './operations.js';
import { placeOfMember } from './places.js';
import { PRESETS, sheetOf, type Preset } from './presets.js';
import { FORMS } from './programs.js';
import { read } from './read.js';
import { fromFragment, fromText, toFragment, toText, withoutCard, type Sheet } from './share.js';
import { showTable } from './table.js';
import { inMicroseconds } from './timing.js';
import { showUnchecked } from './unchecked.js';
import type { Answer } from './worker.js';

const PARTS = ['body', 'facts', 'policy'] as const;
type Part = (typeof PARTS)[number];

let editors: Record<Part | 'other', Editor>;
let checker: Checker;
/** What was said last, if there was anything to check. */
let last: Checked | undefined;
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

export function startRequest(module: WebAssembly.Module): RequestView {
  checker = new Checker(module, answered);
  editors = {
    body: editorOf('body', 'Request body', (context) => completeBody(operation, context), paste),
    facts: editorOf('facts', 'Facts', completeFacts),
    policy: editorOf('policy', 'Policy', completePolicy),
    other: editorOf('other', 'The other policy', completePolicy),
  };
  makeChoices();
  makeCopyButtons();
  byId('share').addEventListener('click', () => void share());
  byId('forget').addEventListener('click', () => {
    forget();
    say(byId('forget') as HTMLButtonElement, 'Forgotten');
  });
  byId('format').addEventListener('click', () => {
    for (const part of PARTS) editors[part].replace(formatted(editors[part].text()));
  });
  byId('other').addEventListener('toggle', () => {
    editors.other.measure();
    update();
  });
  loadKept();
  return {
    load,
    follow,
    shown: () => Object.values(editors).forEach((editor) => editor.measure()),
  };
}

/** What is kept of a sheet. An example is only named, because it is made up as a whole. */
function keptAs(now: Sheet): string {
  const preset = PRESETS[presetOf(now) ?? -1];
  const isExample = preset !== undefined && now.other === undefined;
  return isExample ? EXAMPLE + preset.label : toText(withoutCard(now));
}

const EXAMPLE = 'example: ';

/** Loads what an earlier visit kept, or else an example. */
function loadKept(): void {
  const text = recall('request') ?? '';
  const preset = PRESETS.find(({ label }) => text === EXAMPLE + label);
  const kept = preset === undefined ? fromText(text) : sheetOf(preset);
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (kept !== null && entry?.type !== 'navigate') lastLink = recall('link') ?? '';
  load(kept ?? sheetOf(PRESETS[0] as Preset));
  if (preset === undefined && text.includes(REMOVED))
    setText(byId('body-read'), 'Card numbers, codes and tokens weren’t kept; fill them in again.');
}

function editorOf(
  part: Part | 'other',
  label: string,
  complete: Parameters<typeof makeEditor>[1]['complete'],
  onPaste: (text: string) => boolean = () => false,
): Editor {
  const describedBy = `${part}-hint`;
  const options = { label, describedBy, complete, onChange: update, onPaste };
  return makeEditor(byId(`${part}-editor`), options);
}

/** Reads what was pasted in place of the body, unless it is JSON. */
function paste(text: string): boolean {
  const pasted = read(text);
  setText(byId('body-read'), '');
  if (pasted === undefined) return false;
  const { kind, body = '', facts } = pasted;
  const now = sheet();
  const known = parsed(now.facts.trim() || '{}');
  const isObject = typeof known === 'object' && known !== null && !Array.isArray(known);
  const together = Object.entries(facts).reduce(
    (text, [name, value]) => withFact(text, name, value),
    isObject ? now.facts : '',
  );
  load({ ...now, operation: pasted.operation ?? operation, body, facts: together });
  const { label } = operationInfo(operation);
  const words = pasted.operation === undefined ? '' : `, of the operation ${label}`;
  const none = pasted.body === undefined ? '; it has no body' : '';
  setText(byId('body-read'), `Read as ${kind}${words}${none}.`);
  return true;
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
  const { body, facts, policy, other } = editors;
  return {
    operation,
    body: body.text(),
    facts: facts.text(),
    policy: policy.text(),
    ...(byId<HTMLDetailsElement>('other').open ? { other: other.text() } : {}),
  };
}

function load(next: Sheet): void {
  isLoading = true;
  operation = next.operation;
  for (const part of PARTS) editors[part].replace(next[part]);
  editors.other.replace(next.other ?? '');
  byId<HTMLDetailsElement>('other').open = next.other !== undefined;
  setText(byId('body-read'), '');
  isLoading = false;
  update();
}

function follow(fragment: string): void {
  const sheet = fragment === lastLink ? undefined : fromFragment(fragment);
  if (sheet === undefined) return;
  followed(fragment);
  if (sheet !== null) return load(sheet);
  setText(byId('share-hint'), 'The link that you followed is damaged, so it wasn’t opened.');
  announce('The link that you followed is damaged.');
}

/** Remembers a link, so that reloading its address keeps what was typed since, too. */
function followed(fragment: string): void {
  lastLink = fragment;
  keep('link', () => fragment);
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
  keep('request', () => keptAs(now));
  setBusy(true);
  checker.ask({ kind: 'check', sheet: now });
  sayIfSlow();
}

/** What was said of an earlier text must not stand beside this one for long. */
const sayIfSlow = afterPause(400, () => {
  if (isBusy('verdict')) showNothing('Checking …', '');
});

const lookLater = afterPause(200, () => {
  if (!isBusy('verdict') && last !== undefined) checker.ask({ kind: 'look', sheet: sheet() });
});

function answered(answer: Answer): void {
  try {
    if (answer.kind === 'failed') throw new Error(answer.message);
    if (answer.kind === 'check') show(answer.outcome);
    else {
      showFields(answer.outcome.fields, loadExample);
      showFixes(answer.outcome, (body) => editors.body.replace(body));
      setText(byId('timing'), ` · ${inMicroseconds(answer.outcome.microseconds)} per check`);
      byId('fields').ariaBusy = 'false';
    }
  } catch (error) {
    showNothing('Nothing is checked: this page has failed', (error as Error).message);
    setBusy(false);
    throw error;
  }
}

function show(outcome: Checked | Unusable): void {
  byId('verdict').ariaBusy = 'false';
  for (const part of ['facts', 'policy', 'other'] as const)
    showProblem(part, 'part' in outcome && outcome.part === part ? outcome : undefined);
  if (!('part' in outcome)) {
    showChecked(outcome);
    return lookLater();
  }
  const { part } = outcome;
  const name = part === 'other' ? 'other policy' : part;
  showNothing(`Nothing is checked: the ${name} can’t be used`, `see the message above the ${name}`);
  setBusy(false);
}

/** Whether what is shown is about an earlier text: the verdict, and the fields, which take longer. */
function setBusy(isBusy: boolean): void {
  for (const id of ['verdict', 'fields']) byId(id).ariaBusy = String(isBusy);
}

function isBusy(id: string): boolean {
  return byId(id).ariaBusy === 'true';
}

function showProblem(part: Unusable['part'], problem: Unusable | undefined): void {
  const message = problem?.message ?? '';
  setText(byId(`${part}-problem`), message);
  const place = problem && placeOfMember(editors[part].text(), problem.member);
  editors[part].mark(place === undefined ? [] : [{ ...place, severity: 'error', message }]);
}

function showNothing(words: string, counts: string): void {
  last = undefined;
  showVerdict({ kind: 'unusable', words, counts });
  editors.body.mark([]);
  for (const id of ['findings', 'unchecked', 'obligations', 'fields']) refill(byId(id));
  setText(byId('timing'), '');
  showCompared(undefined, loadExample);
  showTable(undefined);
}

function showChecked(checked: Checked): void {
  last = checked;
  const { listed, report } = checked;
  editors.body.mark(
    listed.map(({ finding, place }) => ({
      ...place,
      severity: finding.level === 'deny' ? 'error' : 'warning',
      message: finding.message,
      source: finding.rule,
    })),
  );
  showVerdict(bannerOf(checked));
  showFindings(checked, editors.body, loadExample);
  showCompared(checked, loadExample);
  showUnchecked(report, setFact, loadExample);
  showObligations(report);
  showTable(report);
}

function showVerdict({ kind, words, counts }: Banner | (Omit<Banner, 'kind'> & { kind: 'unusable' })): void {
  byId('verdict').className = `verdict ${kind}`;
  setText(byId('verdict-words'), words);
  setText(byId('counts'), counts);
  announce(counts === '' ? words : `${words}: ${counts}`);
}

function setFact(name: string, value: unknown): void {
  editors.facts.replace(withFact(editors.facts.text(), name, value));
}

function makeCopyButtons(): void {
  const add = (label: string, textOf: (report: Report) => string | null): void => {
    const button = makeButton(label, () => {
      if (last === undefined) return say(button, 'Nothing is checked');
      const text = textOf(JSON.parse(last.json) as Report);
      if (text === null) return say(button, 'An accepted request has none');
      void copyAndSay(button, text);
    });
    byId('copy').append(button);
  };
  add('Report as JSON', (report) => JSON.stringify(report, null, 2));
  add('Problem details', (report) => {
    const problem = toProblem(report);
    return problem && JSON.stringify(problem, null, 2);
  });
  for (const [name, textOf] of Object.entries(FORMS)) {
    const button = makeButton(name, () => void copyAndSay(button, textOf(sheet())), {
      'aria-label': `Request as ${name}`,
    });
    byId('copy-as').append(button);
  }
}

async function share(): Promise<void> {
  const now = sheet();
  const safe = withoutCard(now);
  followed(toFragment(safe));
  history.replaceState(null, '', lastLink);
  if (toText(safe) !== toText(now)) {
    const words =
      'Card numbers, codes and tokens were left out of the link: “removed” stands in their place.';
    setText(byId('share-hint'), words);
    announce(words);
  }
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
