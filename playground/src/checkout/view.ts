// The checkout view: a form that checks the order and the card post as the shopper types.

import { Engine, type Example, type FactsInit, type Finding, type Report } from 'paylint';
import { announce, byId, count, make, refill, setText } from '../dom.js';
import type { Sheet } from '../request/share.js';
import { makeFields, showField, type Mark } from './fields.js';
import { fieldAt, FIELDS, ORDER, type Field } from './form.js';
import { firstWrong, makeMerchant, showErrors, showMerchant } from './merchant.js';
import { showPost, type Post } from './posts.js';
import { amountText, facts, order, payment, textOf, type State } from './request.js';

type Of = Field['of'];
const BOTH: readonly Of[] = ['order', 'payment'];

let engine: Engine;
const state: State = {
  text: Object.fromEntries(FIELDS.map(({ name, value = '' }) => [name, value])),
  scenario: 'one_step',
  terminal: 'standard',
  saving: '',
  switches: new Set(),
};
/** The fields that show their findings: those that were edited, and all after trying to pay. */
const shown = new Set<string>(ORDER.map(({ name }) => name));
let openInRequestView: (sheet: Sheet) => void;

/** Builds the view. `open` shows a request in the request view. */
export function startCheckout(open: (sheet: Sheet) => void): void {
  engine = new Engine();
  openInRequestView = open;
  makeFields(state, edited, (name) => {
    if (state.text[name] !== '') shown.add(name);
    update();
  });
  makeMerchant(state, changed);
  byId('checkout').addEventListener('submit', (event) => {
    event.preventDefault();
    pay();
  });
  update();
}

function edited(name: string): void {
  shown.add(name);
  changed();
}

/** What was said when the shopper paid is about an earlier request. */
function changed(): void {
  byId('outcome').replaceChildren();
  update();
}

function pay(): void {
  for (const { name } of FIELDS) shown.add(name);
  const { isAccepted } = update();
  const field = document.querySelector<HTMLElement>('#checkout [aria-invalid=true]');
  const setting = firstWrong();
  if (!isAccepted) (field ?? setting)?.focus();
  const places = [
    ...(field === null ? [] : ['the marked fields']),
    ...(setting === undefined ? [] : ['the merchant’s settings']),
  ];
  const outcome = isAccepted
    ? 'Everything is in order. A real shop would send this now.'
    : `Not sent: please check ${places.join(' and ')}.`;
  // A new element, so that screen readers announce the same words again.
  byId('outcome').replaceChildren(make('span', {}, outcome));
}

function update(): { isAccepted: boolean } {
  const known = facts(state);
  const posts: Record<Of, Post> = {
    order: postOf('order', known),
    payment: postOf('payment', known),
  };
  const marks: Record<Of, Mark[]> = {
    order: marksOf('order', posts.order, known),
    payment: marksOf('payment', posts.payment, known),
  };
  for (const field of FIELDS) {
    showField(field, {
      text: state.text[field.name] ?? '',
      mark: marks[field.of].find(({ path }) => path === field.path),
      findings: posts[field.of].report.findings.filter(({ path }) => path === field.path),
      isShown: shown.has(field.name),
      onExample: openExample,
    });
  }
  showMerchant(state);
  const errors = BOTH.flatMap((of) => errorsOf(posts[of].report));
  showErrors(errors.filter(({ field }) => field === undefined).map(({ finding }) => finding));
  for (const of of BOTH)
    showPost(of, posts[of], {
      onOpen: () =>
        openInRequestView({
          operation: of,
          body: postOf(of, known).text,
          facts: JSON.stringify(facts(state), null, 2),
          policy: '',
        }),
      onExample: openExample,
    });
  showTotal(posts.order.report);
  return showVerdict(errors);
}

function openExample({ operation, body, facts, policy }: Example): void {
  openInRequestView({ operation, body: body ?? '', facts: facts ?? '', policy: policy ?? '' });
}

function postOf(of: Of, known: FactsInit): Post {
  const body = of === 'order' ? order(state) : payment(state);
  const text = textOf(body);
  return { body, text, report: engine.check(of, text, known) };
}

/** What the present choices say of each member, whether it is filled in or not. */
function marksOf(of: Of, { text }: Post, known: FactsInit): Mark[] {
  const blank = { ...state, text: {} };
  const bare = engine.fields(of, textOf(of === 'order' ? order(blank) : payment(blank)), known);
  const now = new Map(engine.fields(of, text, known).fields.map((field) => [field.path, field]));
  const all = new Map(bare.fields.map((field) => [field.path, field]));
  return bare.fields.map((field) => {
    const present = now.get(field.path);
    const answer = present === undefined || present.state === 'given' ? field : present;
    if (answer.under === null) return answer;
    // Of a member inside something that isn't sent counts what is said of that.
    const outer = all.get(answer.under);
    const isForbidden = outer?.state === 'forbidden';
    return { ...answer, state: isForbidden ? 'forbidden' : 'optional', rules: outer?.rules ?? [] };
  });
}

function showTotal({ total }: Report): void {
  const sum = total === null ? '' : `${amountText(total)} ${state.text['currency'] ?? ''}`;
  setText(byId('total'), sum);
}

interface FormError {
  finding: Finding;
  field: Field | undefined;
}

function errorsOf({ operation, findings }: Report): FormError[] {
  return findings
    .filter(({ level }) => level === 'deny')
    .map((finding) => ({ finding, field: fieldAt(operation as Of, finding.path) }));
}

/** One verdict for the whole form. A field that is still empty is not an error. */
function showVerdict(errors: readonly FormError[]): { isAccepted: boolean } {
  // A field counts once, however much is wrong with it.
  const places = new Set(errors.map(({ field, finding }) => field ?? finding.path));
  const fields = [...places].filter((place) => typeof place === 'object');
  const empty = fields.filter(({ name }) => state.text[name] === '').length;
  const wrong = places.size - empty;
  const kind = wrong > 0 ? 'reject' : empty > 0 ? 'incomplete' : 'accept';
  const rest = `${count(empty, 'required field')} still empty`;
  const [words, counts] = {
    reject: [
      'The gateway would refuse this',
      [count(wrong, 'mistake'), ...(empty > 0 ? [rest] : [])].join(', '),
    ],
    incomplete: ['Not complete yet', rest],
    accept: ['Ready to pay', 'the gateway can accept the order and the card'],
  }[kind] as [string, string];
  const verdict = byId('checkout-verdict');
  verdict.className = `verdict ${kind}`;
  refill(verdict, make('strong', {}, words), make('span', { class: 'counts' }, counts));
  if (!byId('checkout-view').hidden) announce(`${words}: ${counts}`);
  return { isAccepted: kind === 'accept' };
}
