// The page: connects the editors with the checks, and shows the results.

import { html, nothing } from 'lit-html';
import type { Operation } from 'paylint';
import { policies } from 'paylint/policies';
import { afterPause, announce, byId, copyAndSay, fill, say, setText } from '../dom.js';
import { bannerOf, type Banner } from './banner.js';
import type { Checked, Looked, Unusable } from './check.js';
import { Checker } from './checker.js';
import { formatted, withFact, withoutFact } from './edits.js';
import { makeEditor, type Editor } from './editor.js';
import { showFields } from './fields.js';
import { showFindings, showObligations, type ToFill } from './findings.js';
import { LABELS, OPERATIONS } from './operations.js';
import { placeOfMember, placeOfValue } from './places.js';
import { exampleOf, EXAMPLES, FIRST, laidOut } from './presets.js';
import { objectOf, operationOf, read, type Pasted } from './read.js';
import { REMOVED } from '../secrets.js';
import { SCHEMAS } from './schemas.js';
import { fromFragment, fromText, keep, kept, toText, type Kept, type Sheet } from './share.js';
import { showUnchecked } from './unchecked.js';
import type { Answer } from './worker.js';

const PARTS = ['body', 'facts', 'policy'] as const;
type Part = (typeof PARTS)[number];

let editors: Record<Part, Editor>;
let checker: Checker;
/** The last result, if the request could be checked. */
let last: Checked | undefined;
/** Lists the findings of that result; with fixes once they are there. */
let listFindings: (looked?: Looked) => void;
let operation: Operation = 'order';
/** Whether the editors are being filled: the parts are then checked together, not one by one. */
let isLoading = false;
/** The text of the sheet that was saved last, or came with a link. */
let lastKept = '';
/** The fragment that was followed or written last. Going back to it keeps what was typed since. */
let lastLink = '';
/** Whether the link is copied once it is written. */
let isSharing = false;
/** Names of the facts in the last pasted request. */
let pastedFacts: string[] = [];
/** The pasted lines after the one that is shown. */
let nextLines: string[] = [];
/** The made-up values, by member. */
const madeUp = new Map<string, string>();
/** Replacements of the whole sheet, which are undone together. */
const replaced: { before: Sheet; after: Sheet }[] = [];

const RESTORED = 'This is what you typed last.';
const LEFT_OUT = 'Card numbers, codes and tokens weren’t kept: “removed” stands in their place.';

export function startRequest(module: WebAssembly.Module): void {
  checker = new Checker(module, answered);
  editors = {
    body: editorOf('body', 'Request body'),
    facts: editorOf('facts', 'Facts'),
    policy: editorOf('policy', 'Policy'),
  };
  makeChoices();
  byId('share').addEventListener('click', () => {
    isSharing = true;
    saveLater();
  });
  byId('copy-report').addEventListener('click', () => void copyAndSay('copy-report', last?.json));
  byId('format').addEventListener('click', () => {
    for (const part of PARTS) editors[part].replace(formatted(editors[part].text()));
  });
  byId('repair').addEventListener('click', () => {
    const body = last?.repaired?.text;
    if (body !== undefined) replaceBy({ ...sheet(), operation: operationOf(body, operation), body });
    // The pressed button is about to be hidden.
    byId('format').focus();
  });
  byId('next-line').addEventListener('click', () => {
    paste(nextLines.join('\n'));
  });
  byId('counts').addEventListener('click', () => {
    byId('report').scrollIntoView();
    byId('report').focus({ preventScroll: true });
  });
  byId('afresh').addEventListener('click', () => load(FIRST));
  const before = fromText(kept('sheet') ?? '');
  pastedFacts = JSON.parse(kept('taken') ?? '[]') as string[];
  fillEditors(before ?? FIRST, true);
  if (before !== null) setText(byId('body-read'), toText(before).includes(REMOVED) ? `${RESTORED} ${LEFT_OUT}` : RESTORED);
}

function editorOf(part: Part, label: string): Editor {
  return makeEditor(byId(`${part}-editor`), {
    label,
    describedBy: `${part}-hint`,
    schema: () => (part === 'policy' ? undefined : SCHEMAS[part === 'body' ? operation : part]),
    onChange: (again) => (part === 'body' && again !== undefined ? undoOrRedo(again) : update()),
    onPaste: part === 'body' ? paste : () => false,
  });
}

/** Undoes or redoes the replacement of the facts and the policy together with that of the body. */
function undoOrRedo(again: 'undo' | 'redo'): void {
  const body = editors.body.text();
  const [from, to] = again === 'undo' ? (['after', 'before'] as const) : (['before', 'after'] as const);
  const known = replaced.findLast((edit) => edit[to].body === body && edit[from].body !== body);
  const isStill = known && editors.facts.text() === known[from].facts && editors.policy.text() === known[from].policy;
  if (isStill) fillEditors(known[to]);
  else update();
}

/** Reads a text pasted over the body. It also replaces the facts and the policy of an example. */
function paste(text: string): boolean {
  const pasted = read(text) ?? { kind: '', body: text, facts: {} };
  const now = sheet();
  const isExample = exampleOf(now) >= 0;
  const isOfExample = isExample || EXAMPLES.some(({ facts }) => facts === now.facts);
  const before = isOfExample || objectOf(now.facts) === undefined ? '' : now.facts;
  const facts = before === '' ? '' : pastedFacts.reduce(withoutFact, before).replace(/^\{\s*\}$/, '');
  const body = pasted.body ?? '';
  nextLines = pasted.rest ?? [];
  pastedFacts = Object.keys(pasted.facts);
  replaceBy({
    operation: pasted.operation ?? operationOf(body, operation),
    body,
    facts: Object.entries(pasted.facts).reduce((all, [name, value]) => withFact(all, name, value), facts),
    policy: isExample ? '' : now.policy,
  });
  sayWhatWasRead(pasted, now.operation);
  return true;
}

function sayWhatWasRead({ kind, body, operation: told }: Pasted, before: Operation): void {
  const label = LABELS[operation];
  const isGuess = told === undefined && operation !== before;
  const words = [
    ...(kind === '' ? [] : [`Read as ${kind}${told === undefined ? '' : `, of the operation ${label}`}.`]),
    ...(body === undefined ? ['It has no body.'] : []),
    ...(isGuess ? [`It looks like the operation ${label}.`] : []),
  ];
  setText(byId('body-read'), words.join(' '));
}

function makeChoices(): void {
  const operations = byId<HTMLSelectElement>('operation');
  fill('operation', OPERATIONS.map((name) => html`<option value=${name}>${LABELS[name]}</option>`));
  operations.addEventListener('change', () => chooseOperation(operations.value as Operation));
  const presets = byId<HTMLSelectElement>('preset');
  const own = html`<option value="">Your own</option>`;
  const groups = OPERATIONS.map((name) => {
    const examples = EXAMPLES.map(({ operation, label }, index) => (operation === name ? html`<option value=${index}>${label}</option>` : nothing));
    return html`<optgroup label=${LABELS[name]}>${examples}</optgroup>`;
  });
  fill('preset', [own, groups]);
  presets.addEventListener('change', () => {
    if (presets.value !== '') load(EXAMPLES[Number(presets.value)] as Sheet);
  });
  const levels = byId<HTMLSelectElement>('policy-preset');
  fill('policy-preset', [own, Object.keys(policies).map((name) => html`<option>${name}</option>`)]);
  levels.addEventListener('change', () => {
    const policy = policies[levels.value as keyof typeof policies];
    if (policy !== undefined) editors.policy.replace(presetText(policy));
  });
}

/** A preset as text; empty for the default policy. */
function presetText(policy: object): string {
  return Object.keys(policy).length === 0 ? '' : laidOut(policy);
}

/** Chooses an operation. Replaces an example or an empty sheet by an example of the operation. */
function chooseOperation(chosen: Operation): void {
  const now = sheet();
  const isBlank = PARTS.every((part) => now[part].trim() === '');
  const example = EXAMPLES.findLast((sheet) => sheet.operation === chosen);
  if ((isBlank || exampleOf(now) >= 0) && example !== undefined) return load(example);
  operation = chosen;
  update();
}

function sheet(): Sheet {
  const { body, facts, policy } = editors;
  return { operation, body: body.text(), facts: facts.text(), policy: policy.text() };
}

function load(next: Sheet): void {
  nextLines = [];
  replaceBy(next);
}

/** Replaces everything, in one step for undo. */
function replaceBy(next: Sheet): void {
  replaced.push({ before: sheet(), after: next });
  fillEditors(next);
}

function fillEditors(next: Sheet, isFirst = false): void {
  isLoading = true;
  operation = next.operation;
  for (const part of PARTS) editors[part].replace(next[part], isFirst);
  setText(byId('body-read'), '');
  byId('next-line').hidden = nextLines.length === 0;
  isLoading = false;
  update();
}

/** Loads the sheet of a link, if the fragment carries one. */
export async function follow(fragment: string): Promise<void> {
  const linked = fragment === lastLink ? undefined : await fromFragment(fragment);
  if (linked === undefined) return;
  lastLink = fragment;
  if (linked !== null) {
    // A followed link doesn't overwrite the saved sheet.
    lastKept = toText(linked);
    return lastKept === toText(sheet()) ? undefined : load(linked);
  }
  setText(byId('share-hint'), 'The link that you followed is damaged, so it wasn’t opened.');
  announce('The link that you followed is damaged.');
}

function update(): void {
  if (isLoading) return;
  const now = sheet();
  // The words about a pasted text aren't about the next one.
  if (now.body === '') setText(byId('body-read'), '');
  byId<HTMLSelectElement>('operation').value = now.operation;
  const preset = exampleOf(now);
  byId<HTMLSelectElement>('preset').value = preset < 0 ? '' : String(preset);
  const named = Object.entries(policies).find(([, policy]) => presetText(policy) === now.policy);
  byId<HTMLSelectElement>('policy-preset').value = named?.[0] ?? '';
  setBusy(true);
  checker.ask({ kind: 'check', sheet: now });
  sayIfSlow();
}

/** Results of an earlier text mustn't stay for long. */
const sayIfSlow = afterPause(400, () => {
  if (isBusy('verdict')) showNothing('Checking …', '');
});

/** Saves the sheet, and then looks for fields and fixes, which takes longest. */
const saveLater = afterPause(200, () => {
  if (!isBusy('verdict')) checker.ask({ kind: 'keep', sheet: sheet() });
});

function answered(answer: Answer): void {
  try {
    if (answer.kind === 'failed') throw new Error(answer.message);
    if (answer.kind === 'check') show(answer.outcome);
    else if (answer.kind === 'keep') {
      save(answer.sheet, answer.outcome);
      if (last !== undefined) checker.ask({ kind: 'look', sheet: answer.sheet });
    } else {
      showFields(answer.outcome.fields);
      listFindings(answer.outcome);
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
  const problem = 'part' in outcome ? outcome : outcome.problem;
  for (const part of ['facts', 'policy'] as const)
    showProblem(part, problem?.part === part ? problem : undefined);
  saveLater();
  if (!('part' in outcome)) return showChecked(outcome);
  showNothing('Nothing is checked: the facts can’t be used', 'see the message above the facts');
  setBusy(false);
}

/** Applies a fix, and selects a made-up value, to be typed over. */
function fix({ body, toFill }: { body: string; toFill?: string | undefined }): void {
  editors.body.replace(body);
  const place = toFill === undefined ? undefined : placeOfValue(body, toFill);
  if (toFill === undefined || place === undefined) return;
  madeUp.set(toFill, body.slice(place.from, place.to));
  editors.body.reveal(place);
  update();
}

/** The members that still have their made-up values. */
function toFillIn(body: string): ToFill[] {
  return [...madeUp].flatMap(([path, value]) => {
    const place = placeOfValue(body, path);
    if (place !== undefined && body.slice(place.from, place.to) === value) return [{ path, place }];
    madeUp.delete(path);
    return [];
  });
}

/** Marks the verdict, and the fields, which take longer, as results of an earlier text. */
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
  for (const id of ['findings', 'unchecked', 'obligations', 'fields']) fill(id, nothing);
  offerRepaired();
}

function showChecked(checked: Checked): void {
  last = checked;
  const { listed, report, mistakes, repaired } = checked;
  const toFill = toFillIn(checked.sheet.body);
  editors.body.mark([
    ...listed.map(({ finding, place }) => ({
      ...place,
      severity: finding.level === 'deny' ? ('error' as const) : ('warning' as const),
      message: finding.message,
      source: finding.rule,
    })),
    ...mistakes
      .filter(({ from }) => listed.every(({ place }) => place.from !== from))
      .map(({ from, to, words }) => ({ from, to, severity: 'error' as const, message: words })),
    ...toFill.map(({ place }) => ({ ...place, severity: 'warning' as const, message: 'to fill in' })),
  ]);
  const banner = bannerOf(checked, toFill.length);
  const stale = 'The policy can’t be used; by the last one that could: ';
  showVerdict(checked.problem === undefined ? banner : { ...banner, kind: 'unusable', words: stale + banner.words });
  listFindings = (looked) => showFindings(checked, editors.body, toFill, fix, looked);
  listFindings();
  showUnchecked(report, setFact);
  showObligations(report);
  if (repaired === undefined) offerRepaired();
  else offerLater();
}

function offerRepaired(): void {
  byId('repair').hidden = last?.repaired === undefined;
  setText(byId('repair-hint'), last?.repaired === undefined ? '' : `It can be read as ${last.repaired.kind}.`);
}

/** Waits for a pause, since most texts aren't JSON while they are typed. */
const offerLater = afterPause(600, offerRepaired);

function showVerdict({ kind, words, counts }: Banner | (Omit<Banner, 'kind'> & { kind: 'unusable' })): void {
  byId('verdict').className = `verdict ${kind}`;
  setText(byId('verdict-words'), words);
  setText(byId('counts'), counts);
  byId('counts').hidden = counts === '';
  announce(counts === '' ? words : `${words}: ${counts}`);
}

function setFact(name: string, value: unknown): void {
  editors.facts.replace(withFact(editors.facts.text(), name, value));
}

/** Saves a sheet in the page's storage and in its address, unless it is the first example. */
function save(now: Sheet, { text, fragment, hadSecrets }: Kept): void {
  // Saved already: a copied link stays in the address.
  if (text === lastKept && !isSharing) return;
  const isFirst = exampleOf(now) === 0;
  if (text !== lastKept) {
    lastKept = text;
    keep('sheet', isFirst ? undefined : text);
    keep('taken', isFirst ? undefined : JSON.stringify(pastedFacts));
  }
  lastLink = isFirst && !isSharing ? '' : fragment;
  if (location.hash !== lastLink) history.replaceState(null, '', lastLink || location.pathname + location.search);
  if (!isSharing) return;
  isSharing = false;
  if (fragment === '') return say(byId<HTMLButtonElement>('share'), 'Too large for a link');
  if (hadSecrets) {
    setText(byId('share-hint'), LEFT_OUT);
    announce(LEFT_OUT);
  }
  void copyAndSay('share', location.href);
}
