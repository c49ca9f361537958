// The checkout view: a form that checks the order and the card post as the shopper types.

import {
  cardBrand,
  Engine,
  fieldState,
  type FactsInit,
  type Finding,
  type InputState,
  type Report,
} from 'paylint';
import { policies } from 'paylint/policies';
import { afterPress, announce, byId, count, make, refill, setText } from '../dom.js';
import type { Sheet } from '../request/share.js';
import { startLanguage } from '../language.js';
import { makeFields, showField, type Mark } from './fields.js';
import { fieldAt, FIELDS, ORDER, type Field } from './form.js';
import { firstWrong, makeMerchant, showErrors, showMerchant } from './merchant.js';
import { showPost, type Post } from './posts.js';
import { amountText, facts, order, payment, textOf, type State } from './request.js';

type Of = Field['of'];
const BOTH: readonly Of[] = ['order', 'payment'];

let engine: Engine;
/** What the gateway refuses, whatever the shop's policy is. */
let byDefault: Engine;
const form: State = {
  text: Object.fromEntries(FIELDS.map(({ name, value }) => [name, value])),
  scenario: 'one_step',
  terminal: 'standard',
  saving: '',
  switches: new Set(),
};
/** The field that is being typed into: what is incomplete there isn't wrong yet. */
let typing: string | undefined;
/** The fields that show their findings: those that were edited, and all after trying to pay. */
const shown = new Set<string>(ORDER.map(({ name }) => name));
let openInRequestView: (sheet: Sheet) => void;

/** Builds the view. `open` shows a request in the request view. */
export function startCheckout(open: (sheet: Sheet) => void): void {
  engine = new Engine(policies.checkout);
  byDefault = new Engine();
  openInRequestView = open;
  makeFields(form, edited, (name) => {
    typing = undefined;
    if (form.text[name] !== '') shown.add(name);
    afterPress(() => void update());
  });
  makeMerchant(form, changed);
  byId('checkout').addEventListener('submit', (event) => {
    event.preventDefault();
    pay();
  });
  startLanguage(() => void update());
  update();
}

function edited(name: string): void {
  typing = name;
  shown.add(name);
  changed();
}

/** What was said when the shopper paid is about an earlier request. */
function changed(): void {
  byId('outcome').replaceChildren();
  update();
}

function pay(): void {
  typing = undefined;
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
  const known = facts(form);
  const posts: Record<Of, Post> = {
    order: postOf('order', known),
    payment: postOf('payment', known),
  };
  const marks: Record<Of, Mark[]> = {
    order: marksOf('order', posts.order, known),
    payment: marksOf('payment', posts.payment, known),
  };
  for (const field of FIELDS) {
    const { report } = posts[field.of];
    const state = fieldState(report, field.path);
    const isUnfinished = state === 'incomplete' && typing === field.name;
    showField(field, {
      text: form.text[field.name] ?? '',
      mark: marks[field.of].find(({ path }) => path === field.path),
      findings: report.findings.filter(({ path }) => path === field.path),
      state,
      isShown: shown.has(field.name) && !isUnfinished,
    });
  }
  showMerchant(form);
  const errors = BOTH.flatMap((of) => errorsOf(posts[of].report));
  showErrors(errors.filter(({ field }) => field === undefined).map(({ finding }) => finding));
  for (const of of BOTH)
    showPost(of, posts[of], {
      onOpen: () =>
        openInRequestView({
          operation: of,
          body: postOf(of, known).text,
          facts: JSON.stringify(facts(form), null, 2),
          policy: JSON.stringify(policies.checkout, null, 2),
        }),
    });
  showTotal(posts.order.report);
  setText(byId('card-brand'), cardBrand(form.text['card_number'] ?? '')?.title ?? '');
  return showVerdict(errors, posts, known);
}

function postOf(of: Of, known: FactsInit): Post {
  const body = of === 'order' ? order(form) : payment(form);
  const text = textOf(body);
  return { body, text, report: engine.checkForm(of, body, known).report };
}

/** What the present choices say of each member, whether it is filled in or not. */
function marksOf(of: Of, { text }: Post, known: FactsInit): Mark[] {
  const blank = { ...form, text: {} };
  const bare = engine.fields(of, textOf(of === 'order' ? order(blank) : payment(blank)), known);
  const now = new Map(engine.fields(of, text, known).fields.map((field) => [field.path, field]));
  const all = new Map(bare.fields.map((field) => [field.path, field]));
  return bare.fields.map((field) => {
    const present = now.get(field.path);
    const answer = present === undefined || present.state === 'given' ? field : present;
    if (answer.under === null) return answer;
    // A member inside an object that isn't sent is answered as that object is.
    const outer = all.get(answer.under);
    const isLeftOut = outer?.state === 'forbidden' || outer?.state === 'discouraged';
    return { ...answer, state: isLeftOut ? outer.state : 'optional', rules: outer?.rules ?? [] };
  });
}

function showTotal({ total }: Report): void {
  const sum = total === null ? '' : `${amountText(total)} ${form.text['currency'] ?? ''}`;
  setText(byId('total'), sum);
}

interface FormError {
  finding: Finding;
  field: Field | undefined;
  state: InputState;
}

function errorsOf(report: Report): FormError[] {
  return report.findings
    .filter(({ level }) => level === 'deny')
    .map((finding) => {
      const field = fieldAt(report.operation as Of, finding.path);
      return { finding, field, state: field ? fieldState(report, field.path) : 'wrong' };
    });
}

/** One verdict for the whole form. A field that is still empty, or not finished, is not a mistake. */
function showVerdict(
  errors: readonly FormError[],
  posts: Record<Of, Post>,
  known: FactsInit,
): { isAccepted: boolean } {
  // A field counts once, however much is wrong with it.
  const states = new Map(errors.map(({ field, finding, state }) => [field ?? finding.path, state]));
  const all = [...states.values()];
  const empty = all.filter((state) => state === 'missing').length;
  const unfinished = all.filter((state) => state === 'incomplete').length;
  const wrong = all.length - empty - unfinished;
  const kind = wrong > 0 ? 'reject' : all.length > 0 ? 'incomplete' : 'accept';
  const rest = [
    ...(empty > 0 ? [`${count(empty, 'required field')} still empty`] : []),
    ...(unfinished > 0 ? [`${count(unfinished, 'field')} not finished`] : []),
  ];
  const [words, counts] = {
    reject: [
      `${isRefusedByGateway(errors, posts, known) ? 'The gateway' : 'This shop’s policy'} would refuse this`,
      [count(wrong, 'mistake'), ...rest].join(', '),
    ],
    incomplete: ['Not complete yet', rest.join(', ')],
    accept: ['Ready to pay', 'nothing is wrong with the order or the card'],
  }[kind] as [string, string];
  const verdict = byId('checkout-verdict');
  verdict.className = `verdict ${kind}`;
  refill(verdict, make('strong', {}, words), make('span', { class: 'counts' }, counts));
  if (!byId('checkout-view').hidden) announce(`${words}: ${counts}`);
  return { isAccepted: kind === 'accept' };
}

/** Whether one of the mistakes is an error under the default policy, too. */
function isRefusedByGateway(
  errors: readonly FormError[],
  posts: Record<Of, Post>,
  known: FactsInit,
): boolean {
  const denied = BOTH.flatMap((of) => byDefault.check(of, posts[of].text, known).findings).filter(
    ({ level }) => level === 'deny',
  );
  const mistakes = errors.filter(({ state }) => state === 'wrong').map(({ finding }) => finding);
  return mistakes.some((mistake) =>
    denied.some(({ rule, path }) => rule === mistake.rule && path === mistake.path),
  );
}
