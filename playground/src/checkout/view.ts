// The checkout view: a form that checks the order and the card post as the shopper types.

import { cardBrand, Engine, groupCardNumber, type FormState, type InputState, type Report } from 'paylint';
import { messageIn } from 'paylint/messages';
import { policies } from 'paylint/policies';
import { afterPress, announce, byId, count, make, makeButton, messageElement, refill, ruleLink, setText } from '../dom.js';
import { obligationItems } from '../request/findings.js';
import type { Sheet } from '../request/share.js';
import {
  ACCEPTED,
  BILLING,
  bodyOf,
  CARD,
  facts,
  FIELDS,
  LANGUAGES,
  REFUSED,
  REQUIRED,
  TEXTS,
  type Field,
  type Language,
  type Of,
  type Typed,
} from './form.js';

const BODIES = { order: 'order', payment: 'payment' } as const;
const BOTH = ['order', 'payment'] as const;

let engine: Engine;
let check: (values: unknown) => FormState<typeof BODIES>;
let language: Language = 'en';
const typed: Typed = {};
/** The field that is being typed into: what is incomplete there isn't wrong yet. */
let typing: string | undefined;
/** The fields that show their findings: those that were edited, and all after trying to pay. */
const shown = new Set<string>();
let openInRequestView: (sheet: Sheet) => void;

/** Builds the view. `open` shows a request in the request view. */
export function startCheckout(open: (sheet: Sheet) => void): void {
  engine = new Engine(policies.checkout);
  const paths = Object.fromEntries(FIELDS.map(({ name, of, path }) => [name, `/${of}${path}`]));
  check = engine.form(BODIES, paths, () => facts(typed), { message: (reason) => messageIn(LANGUAGES[language], reason) });
  openInRequestView = open;
  const required = requiredFields();
  byId('billing-fields').append(...BILLING.map((field) => makeField(field, required.get(field))));
  byId('card-fields').append(...CARD.map((field) => makeField(field, required.get(field))));
  byId('checkout').addEventListener('submit', (event) => {
    event.preventDefault();
    pay();
  });
  const select = byId<HTMLSelectElement>('language');
  select.addEventListener('change', () => {
    language = select.value as Language;
    byId('outcome').replaceChildren();
    translate();
    update();
  });
  translate();
  update();
}

/** The fields that must be filled in, each with the rule that says so. */
function requiredFields(): Map<Field, string> {
  const all = BOTH.map((of) => [of, engine.fields(of, bodyOf(of, {}), facts({})).fields] as const);
  const asked = all.flatMap(([of, fields]) =>
    fields
      .filter(({ state }) => state === 'required')
      .map(({ path, rules }) => [FIELDS.find((field) => field.of === of && field.path === path), rules[0]]),
  );
  return new Map(asked as [Field, string][]);
}

function makeField(field: Field, rule: string | undefined): HTMLElement {
  const { name, span, attributes } = field;
  const described = { 'aria-describedby': `${name}-findings`, 'aria-required': String(rule !== undefined) };
  const input = make('input', { type: 'text', ...attributes, id: name, name, ...described });
  const onInput = (event: Event): void => {
    if (name === 'card_number') groupCardNumber(event);
    typed[name] = input.value;
    typing = name;
    shown.add(name);
    // What was said when the shopper paid is about an earlier request.
    byId('outcome').replaceChildren();
    update();
  };
  for (const type of ['input', 'compositionend']) input.addEventListener(type, onInput as EventListener);
  input.addEventListener('blur', () => {
    typing = undefined;
    afterPress(update);
  });
  const mark = rule === undefined ? [] : [make('span', { class: 'badge', id: `${name}-mark` })];
  return make(
    'div',
    { class: 'field', style: `--span: ${span}` },
    make('div', { class: 'head' }, make('label', { for: name, id: `${name}-label` }), ...mark),
    input,
    ...(name === 'card_number' ? [make('p', { class: 'hint', id: 'card-brand' })] : []),
    make('ul', { class: 'findings', id: `${name}-findings` }),
  );
}

/** Says everything in the form in the shopper's language. */
function translate(): void {
  byId('checkout').lang = language;
  for (const [id, texts] of Object.entries(TEXTS)) setText(byId(id), texts[language]);
  for (const { name, label } of FIELDS) {
    setText(byId(`${name}-label`), label[language]);
    const mark = document.getElementById(`${name}-mark`);
    if (mark !== null) setText(mark, REQUIRED[language]);
  }
}

function pay(): void {
  typing = undefined;
  for (const { name } of FIELDS) shown.add(name);
  const { accepted, first, text } = update();
  if (first !== undefined) byId(first).focus();
  // A new element, so that screen readers announce the same words again.
  byId('outcome').replaceChildren(make('span', {}, accepted ? ACCEPTED[language] : `${REFUSED[language]} ${text}`));
}

/** Checks both requests and shows what is found; says whether they can be sent. */
function update(): FormState<typeof BODIES> {
  const state = check(Object.fromEntries(BOTH.map((of) => [of, bodyOf(of, typed)])));
  for (const of of BOTH) showPost(of, state.value[of], state.reports[of]);
  for (const { name } of FIELDS) showField(name, state);
  setText(byId('card-brand'), cardBrand(typed['card_number'] ?? '')?.title ?? '');
  showVerdict(state);
  return state;
}

function showField(name: string, { fields }: FormState): void {
  const { state, invalid, text } = fields[name] as FormState['fields'][string];
  const isShown = shown.has(name) && !(state === 'incomplete' && typing === name);
  byId(name).setAttribute('aria-invalid', String(isShown && invalid));
  byId(name).classList.toggle('warned', isShown && !invalid && text !== '');
  const items = isShown && text ? [make('li', { class: invalid ? 'deny' : 'warn' }, text)] : [];
  byId(`${name}-findings`).replaceChildren(...items);
}

/** One verdict for the whole form. A field that is still empty, or not finished, is not a mistake. */
function showVerdict({ fields, accepted }: FormState): void {
  const states = Object.values(fields).map(({ state }) => state);
  const of = (kind: InputState): number => states.filter((state) => state === kind).length;
  const [empty, unfinished, wrong] = [of('missing'), of('incomplete'), of('wrong')];
  const kind = accepted ? 'accept' : wrong > 0 ? 'reject' : 'incomplete';
  const words = { accept: 'Ready to pay', incomplete: 'Not complete yet', reject: 'This would be refused' }[kind];
  const counts = [
    ...(wrong > 0 ? [count(wrong, 'mistake')] : []),
    ...(empty > 0 ? [`${count(empty, 'required field')} still empty`] : []),
    ...(unfinished > 0 ? [`${count(unfinished, 'field')} not finished`] : []),
  ].join(', ');
  const verdict = byId('checkout-verdict');
  verdict.className = `verdict ${kind}`;
  refill(verdict, make('strong', {}, words), make('span', { class: 'counts' }, counts));
  if (!byId('checkout-view').hidden) announce(`${words}: ${counts}`);
}

/** Shows a request of the form, without the card data, and what paylint tells the developer of it. */
function showPost(of: Of, body: object, report: Report): void {
  const hidden = (name: string, value: unknown): unknown => (/^(card_number|csc)$/.test(name) ? '…' : value);
  byId(`${of}-body`).textContent = JSON.stringify(body, hidden, 2);
  const shows = JSON.stringify(report, null, 2);
  // A button that is being pressed must stay.
  if (byId(`${of}-report`).textContent === shows) return;
  byId(`${of}-report`).textContent = shows;
  const findings = report.findings.map((finding) =>
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
  const onOpen = (): void =>
    openInRequestView({
      operation: of,
      body: JSON.stringify(bodyOf(of, typed), null, 2),
      facts: JSON.stringify(facts(typed), null, 2),
      policy: JSON.stringify(policies.checkout, null, 2),
    });
  const openButton = makeButton('Open in the request view', onOpen, { 'data-key': `open ${of}` });
  const words = report.verdict === 'accept' ? 'acceptable' : 'not acceptable yet';
  refill(
    byId(`post-${of}`),
    make('h3', {}, `${of === 'order' ? 'Order' : 'Card post'}: ${words}`),
    make('ul', { class: 'findings' }, ...findings, ...obligationItems(report)),
    // The card data stays in the form.
    ...(of === 'order' ? [make('p', { class: 'buttons' }, openButton)] : []),
  );
}
