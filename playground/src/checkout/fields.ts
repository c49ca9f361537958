// The fields of the form: what the present choices say of them, and what is wrong with them.

import { formatCardNumber, type Finding, type InputState } from 'paylint';
import { byId, make, refill, ruleLink } from '../dom.js';
import { sentence } from '../language.js';
import { BILLING, CARD, ORDER, type Field } from './form.js';
import { priceText, type State } from './request.js';

/** What the engine says of a member. */
export interface Mark {
  path: string;
  state: string;
  rules: readonly string[];
}

const SECTIONS = [
  ['order-fields', ORDER],
  ['billing-fields', BILLING],
  ['card-fields', CARD],
] as const;

const WORDS: Record<string, string> = {
  required: 'required',
  forbidden: 'not allowed now',
  advised: 'recommended',
  discouraged: 'better left out',
};

export function makeFields(
  state: State,
  onInput: (name: string) => void,
  onBlur: (name: string) => void,
): void {
  for (const [id, list] of SECTIONS)
    byId(id).append(...list.map((field) => makeField(field, state, onInput, onBlur)));
}

function makeField(
  { name, label, span, value, attributes }: Field,
  state: State,
  onInput: (name: string) => void,
  onBlur: (name: string) => void,
): HTMLElement {
  const input = make('input', {
    type: 'text',
    ...attributes,
    id: name,
    name,
    value,
    'aria-describedby': `${name}-findings`,
  });
  input.addEventListener('input', () => {
    if (name === 'card_number') group(input);
    state.text[name] = input.value;
    onInput(name);
  });
  input.addEventListener('blur', () => {
    if (name === 'price') state.text[name] = priceText(input.value);
    onBlur(name);
  });
  return make(
    'div',
    { class: 'field', style: `--span: ${span}` },
    make('div', { class: 'head' }, make('label', { for: name }, label), make('span', {
      id: `${name}-mark`,
    })),
    input,
    ...(name === 'card_number' ? [make('p', { class: 'hint', id: 'card-brand' })] : []),
    make('ul', { class: 'findings', id: `${name}-findings` }),
  );
}

function group(input: HTMLInputElement): void {
  const { text, caret } = formatCardNumber(input.value, input.selectionStart ?? undefined);
  if (text === input.value) return;
  input.value = text;
  input.setSelectionRange(caret, caret);
}

interface Shown {
  text: string;
  mark: Mark | undefined;
  findings: readonly Finding[];
  state: InputState;
  isShown: boolean;
}

export function showField({ name }: Field, shown: Shown): void {
  const { text, mark, findings, state, isShown } = shown;
  const input = byId<HTMLInputElement>(name);
  if (input.value !== text) input.value = text;
  input.dataset['state'] = state;
  const visible = isShown ? findings : [];
  input.setAttribute('aria-invalid', String(visible.some(({ level }) => level === 'deny')));
  input.setAttribute('aria-required', String(mark?.state === 'required'));
  input.classList.toggle('warned', visible.some(({ level }) => level === 'warn'));
  const items = visible.map((finding) => make('li', { class: finding.level }, sentence(finding)));
  byId(`${name}-findings`).replaceChildren(...items);
  const place = byId(`${name}-mark`);
  const words = mark && WORDS[mark.state];
  const key = words === undefined ? '' : `${words} ${mark?.rules.join(' ')}`;
  if (place.dataset['shows'] === key) return;
  place.dataset['shows'] = key;
  refill(place, ...(words === undefined ? [] : [badge(words, mark as Mark)]));
}

function badge(words: string, { state, rules }: Mark): HTMLElement {
  const [rule] = rules;
  const element =
    rule === undefined ? make('span', {}, words) : ruleLink(rule, words);
  element.classList.add('badge', state);
  element.dataset['key'] = 'badge';
  return element;
}
