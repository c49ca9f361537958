// The checkout page: checks the requests as you type, and shows findings next to their fields.

import { init, compatibility, Engine, findingsAt, type Feature, type Finding, type Report } from 'paylint';
import { BILLING, CARD, CHOICES, ORDER, SWITCHES, WORDS, type Field } from './form.js';
import { facts, features, masked, order, payment, type State } from './request.js';

await init();
const engine = new Engine();
const FIELDS = [...ORDER, ...BILLING, ...CARD];

const state: State = {
  text: Object.fromEntries(FIELDS.map(({ name, value = '' }) => [name, value])),
  scenario: 'one_step',
  terminal: 'standard',
  saving: '',
  switches: new Set(),
};
/** The fields that show their findings: those that were edited, and all after trying to pay. */
const shown = new Set<string>(ORDER.map(({ name }) => name));
let panel: 'order' | 'payment' = 'order';

function byId<T extends HTMLElement = HTMLElement>(id: string): T {
  return document.getElementById(id) as T;
}

function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Record<string, string> = {},
  ...inside: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...inside);
  return element;
}

function makeField({ name, label, span = 6, value = '', attributes = {} }: Field): HTMLElement {
  const input = make('input', {
    type: 'text',
    ...attributes,
    id: name,
    name,
    value,
    'aria-describedby': `${name}-findings`,
  });
  input.addEventListener('input', () => {
    state.text[name] = input.value;
    shown.add(name);
    update();
  });
  input.addEventListener('blur', () => {
    if (input.value !== '') shown.add(name);
    update();
  });
  return make(
    'div',
    { class: 'field', style: `--span: ${span}` },
    make('label', { for: name }, label),
    input,
    make('ul', { class: 'findings', id: `${name}-findings` }),
  );
}

function makeMerchant(): void {
  for (const { name, legend, options } of CHOICES) {
    const group = make(
      'fieldset',
      { class: 'choice', 'aria-describedby': `why-${name}` },
      make('legend', {}, legend),
    );
    for (const { value, label, feature } of options) {
      const input = make('input', { type: 'radio', name, value, id: `${name}-${value}` });
      input.checked = state[name as 'scenario'] === value;
      if (feature !== undefined) input.dataset['feature'] = feature;
      input.addEventListener('click', (event) => {
        if (input.getAttribute('aria-disabled') === 'true') return event.preventDefault();
        state[name as 'scenario'] = value;
        update();
      });
      group.append(make('label', { for: input.id }, input, make('span', {}, label)));
    }
    group.append(make('p', { class: 'why', id: `why-${name}` }));
    byId('merchant').append(group);
  }
  const switches = make('fieldset', { class: 'switches' }, make('legend', {}, 'Capabilities'));
  for (const { feature, label, hint } of SWITCHES) {
    const input = make('input', {
      type: 'checkbox',
      role: 'switch',
      id: feature,
      'data-feature': feature,
      'aria-describedby': `hint-${feature} why-${feature}`,
    });
    input.addEventListener('click', (event) => {
      if (input.getAttribute('aria-disabled') === 'true') return event.preventDefault();
      if (input.checked) state.switches.add(feature);
      else state.switches.delete(feature);
      update();
    });
    switches.append(
      make(
        'div',
        { class: 'switch' },
        input,
        make('label', { for: feature }, label),
        make('p', { class: 'hint', id: `hint-${feature}` }, hint),
        make('p', { class: 'why', id: `why-${feature}` }),
      ),
    );
  }
  byId('merchant').append(switches);
}

/** The active features that a feature can't be combined with, and those the table disputes. */
function clashes(
  feature: Feature,
  active: Set<Feature>,
): { never: Feature[]; disputed: Feature[] } {
  const among = (kind: string): Feature[] =>
    [...active].filter((other) => compatibility(feature, other)?.compatibility === kind);
  return { never: among('incompatible'), disputed: among('disputed') };
}

function inWords(list: Feature[]): string {
  return new Intl.ListFormat('en').format(list.map((feature) => WORDS[feature] ?? feature));
}

/** The features that stay active if this input is checked: a radio button replaces another. */
function others(input: HTMLInputElement): Set<Feature> {
  const active = features(state);
  const taken = document.querySelector<HTMLInputElement>(
    `input[type=radio][name="${input.name}"]:checked`,
  );
  if (input.type === 'radio') active.delete(taken?.dataset['feature'] as Feature);
  active.delete(input.dataset['feature'] as Feature);
  return active;
}

function updateMerchant(): void {
  const reasons = new Map<string, string[]>();
  for (const input of document.querySelectorAll<HTMLInputElement>('[data-feature]')) {
    const feature = input.dataset['feature'] as Feature;
    const { never, disputed } = clashes(feature, others(input));
    const isOff = never.length > 0 && !input.checked;
    input.setAttribute('aria-disabled', String(isOff));
    const words = [];
    if (never.length > 0) words.push(`${isOff ? 'not' : "doesn't work"} with ${inWords(never)}`);
    if (disputed.length > 0) words.push(`the table contradicts itself on ${inWords(disputed)}`);
    const id = input.type === 'radio' ? `why-${input.name}` : `why-${feature}`;
    const list = reasons.get(id) ?? [];
    const name =
      input.type === 'radio' ? `${(input.nextSibling as HTMLElement).textContent}: ` : '';
    reasons.set(id, words.length > 0 ? [...list, name + words.join('; ')] : list);
  }
  for (const [id, list] of reasons) setText(byId(id), list.join('. '));
}

function setText(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

function updateFields(reports: Record<'order' | 'payment', Report>): void {
  for (const { name, path, of } of FIELDS) {
    const input = byId<HTMLInputElement>(name);
    const findings = shown.has(name) ? findingsAt(reports[of], path) : [];
    const isWrong = findings.some(({ level }) => level === 'deny');
    input.setAttribute('aria-invalid', String(isWrong));
    input.classList.toggle('warned', !isWrong && findings.length > 0);
    const list = byId(`${name}-findings`);
    const items = findings.map(({ level, rule, message }) =>
      make(
        'li',
        { class: level, title: rule },
        make('span', { class: 'visually-hidden' }, level === 'deny' ? 'Error: ' : 'Warning: '),
        ...labelled(message),
      ),
    );
    if (list.textContent !== items.map((item) => item.textContent).join(''))
      list.replaceChildren(...items);
  }
}

/** How messages name the members of the fields (`products[0].price`), with the fields' labels. */
const LABELS = new Map(
  FIELDS.map(({ path, label }) => [
    path.slice(1).replaceAll('/', '.').replace(/\.(\d+)/g, '[$1]'),
    label,
  ]),
);

/** A message, with labels in place of the members that have a field. */
function labelled(message: string): (Node | string)[] {
  return message
    .split('`')
    .map((part, index) => (index % 2 === 0 ? part : (LABELS.get(part) ?? make('code', {}, part))));
}

/** The findings that no field of the form shows. */
function elsewhere(reports: Record<'order' | 'payment', Report>): Finding[] {
  const paths = new Set(FIELDS.map(({ of, path }) => of + path));
  const outside = (of: 'order' | 'payment'): Finding[] =>
    reports[of].findings.filter(({ path }) => !paths.has(of + path));
  return [...outside('order'), ...outside('payment')];
}

function updateVerdict(reports: Record<'order' | 'payment', Report>): void {
  const all = [...reports.order.findings, ...reports.payment.findings];
  const denied = all.filter(({ level }) => level === 'deny').length;
  const warned = all.length - denied;
  const count = (number: number, word: string): string =>
    `${number} ${word}${number === 1 ? '' : 's'}`;
  const words = denied > 0 ? 'The gateway would refuse this' : 'The gateway can accept this';
  const counts = [count(denied, 'error'), count(warned, 'warning')].join(', ');
  const verdict = byId('verdict');
  verdict.className = `verdict ${denied > 0 ? 'reject' : 'accept'}`;
  const rest = elsewhere(reports).map(({ level, message, path }) =>
    make(
      'li',
      { class: level },
      ...labelled(message),
      ' ',
      make('code', {}, path === '' ? 'the request' : path),
    ),
  );
  const obligations = reports.order.obligations.map(({ kind, by }) =>
    make(
      'li',
      { class: 'todo' },
      kind === 'three_ds'
        ? 'authenticate with 3-D Secure'
        : `capture by ${by ?? 'the end of the hold'}`,
    ),
  );
  verdict.replaceChildren(
    make('strong', {}, words),
    make('span', { class: 'counts' }, counts),
    make('ul', { class: 'findings' }, ...rest, ...obligations),
  );
  setText(
    byId('total'),
    reports.order.total === null ? '' : `${reports.order.total} ${state.text['currency']}`,
  );
  announce(`${words}: ${counts}`);
}

let announcement: ReturnType<typeof setTimeout> | undefined;

/** Announces a text to screen readers once typing pauses. */
function announce(text: string): void {
  clearTimeout(announcement);
  announcement = setTimeout(() => setText(byId('live'), text), 600);
}

function update(): Record<'order' | 'payment', Report> {
  const known = facts(state);
  const bodies = { order: order(state), payment: payment(state) };
  const reports = {
    order: engine.check('order', bodies.order, known) as Report,
    payment: engine.check('payment', bodies.payment, known) as Report,
  };
  updateFields(reports);
  updateMerchant();
  updateVerdict(reports);
  setText(byId('request'), masked(bodies[panel]));
  setText(byId('report'), JSON.stringify(reports[panel], null, 2));
  return reports;
}

function showPanel(name: 'order' | 'payment'): void {
  panel = name;
  for (const tab of document.querySelectorAll<HTMLElement>('[role=tab]')) {
    const isChosen = tab.id === `tab-${name}`;
    tab.setAttribute('aria-selected', String(isChosen));
    tab.tabIndex = isChosen ? 0 : -1;
  }
  byId('panel').setAttribute('aria-labelledby', `tab-${name}`);
  update();
}

for (const [id, list] of [
  ['order-fields', ORDER],
  ['billing-fields', BILLING],
  ['card-fields', CARD],
] as const) {
  byId(id).append(...list.map(makeField));
}
makeMerchant();
for (const name of ['order', 'payment'] as const) {
  const tab = byId(`tab-${name}`);
  tab.addEventListener('click', () => showPanel(name));
  tab.addEventListener('keydown', (event) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    const next = name === 'order' ? 'payment' : 'order';
    showPanel(next);
    byId(`tab-${next}`).focus();
  });
}
byId('checkout').addEventListener('submit', (event) => {
  event.preventDefault();
  for (const { name } of FIELDS) shown.add(name);
  const reports = update();
  const accepted = reports.order.verdict === 'accept' && reports.payment.verdict === 'accept';
  document.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  setText(
    byId('outcome'),
    accepted ? 'This request would be sent now.' : 'Not sent: please check the marked fields.',
  );
});
update();
document.documentElement.dataset['ready'] = 'true';
