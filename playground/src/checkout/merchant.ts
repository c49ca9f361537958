// The merchant's settings. What the compatibility table forbids is greyed out, with the reason.

import type { Feature, Finding } from 'paylint';
import { pairOf } from '../pairs.js';
import { byId, make, setText } from '../dom.js';
import { messageElement } from '../language.js';
import { CHOICES, SWITCHES, WORDS } from './form.js';
import { features, type State } from './request.js';

export function makeMerchant(state: State, onChange: () => void): void {
  makeChoices(state, onChange);
  makeSwitches(state, onChange);
}

function makeChoices(state: State, onChange: () => void): void {
  for (const { name, legend, options } of CHOICES) {
    const group = make(
      'fieldset',
      { class: 'choice', 'aria-describedby': `why-${name} ${name}-findings` },
      make('legend', {}, legend),
    );
    for (const { value, label, feature } of options) {
      const input = make('input', { type: 'radio', name, value, id: `${name}-${value}` });
      if (feature !== undefined) input.dataset['feature'] = feature;
      input.addEventListener('click', (event) => {
        if (input.getAttribute('aria-disabled') === 'true') return event.preventDefault();
        state[name as 'scenario'] = value;
        onChange();
      });
      group.append(make('label', { for: input.id }, input, make('span', {}, label)));
    }
    group.append(
      make('p', { class: 'reason', id: `why-${name}` }),
      make('ul', { class: 'findings', id: `${name}-findings` }),
    );
    byId('merchant').append(group);
  }
}

function makeSwitches(state: State, onChange: () => void): void {
  const switches = make(
    'fieldset',
    { class: 'switches', 'aria-describedby': 'switches-findings' },
    make('legend', {}, 'Capabilities'),
    make('ul', { class: 'findings', id: 'switches-findings' }),
  );
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
      onChange();
    });
    switches.append(
      make(
        'div',
        { class: 'switch' },
        input,
        make('label', { for: feature }, label),
        make('p', { class: 'hint', id: `hint-${feature}` }, hint),
        make('p', { class: 'reason', id: `why-${feature}` }),
      ),
    );
  }
  byId('merchant').append(switches);
}

/** Shows the state, and what can be combined with it. */
export function showMerchant(state: State): void {
  for (const { name, options } of CHOICES)
    for (const { value } of options)
      byId<HTMLInputElement>(`${name}-${value}`).checked = state[name as 'scenario'] === value;
  for (const { feature } of SWITCHES)
    byId<HTMLInputElement>(feature).checked = state.switches.has(feature);
  const reasons = new Map<string, string[]>();
  for (const input of byId('merchant').querySelectorAll<HTMLInputElement>('[data-feature]')) {
    const feature = input.dataset['feature'] as Feature;
    const { never, disputed } = clashes(feature, others(state, input));
    const isOff = never.length > 0 && !input.checked;
    input.setAttribute('aria-disabled', String(isOff));
    const words = [];
    if (never.length > 0) words.push(`${isOff ? 'not' : 'doesn’t work'} with ${inWords(never)}`);
    if (disputed.length > 0) words.push(`the table contradicts itself on ${inWords(disputed)}`);
    const isRadio = input.type === 'radio';
    const id = isRadio ? `why-${input.name}` : `why-${feature}`;
    const name = isRadio ? `${input.nextElementSibling?.textContent ?? ''}: ` : '';
    const list = reasons.get(id) ?? [];
    reasons.set(id, words.length > 0 ? [...list, name + words.join('; ')] : list);
  }
  for (const [id, list] of reasons) setText(byId(id), list.join('. '));
}

/** Shows the errors that no field has: each at its choice, or at the capabilities. */
export function showErrors(findings: readonly Finding[]): void {
  const show = (name: string, errors: readonly Finding[]): void =>
    byId(`${name}-findings`).replaceChildren(
      ...errors.map((finding) => make('li', { class: 'deny' }, messageElement(finding))),
    );
  for (const { name, path } of CHOICES)
    show(name, findings.filter((finding) => finding.path === path));
  const others = findings.filter(({ path }) => !CHOICES.some((choice) => choice.path === path));
  show('switches', others);
}

/** The control to change in the first group that shows an error. */
export function firstWrong(): HTMLElement | undefined {
  const group = document.querySelector('#merchant .findings li')?.closest('fieldset');
  const checked = group?.querySelector<HTMLElement>('input:checked');
  return checked ?? group?.querySelector('input') ?? undefined;
}

/** The active features that a feature can't be combined with, and those the table disputes. */
function clashes(
  feature: Feature,
  active: Set<Feature>,
): { never: Feature[]; disputed: Feature[] } {
  const among = (kind: string): Feature[] =>
    [...active].filter((other) => pairOf(feature, other)?.compatibility === kind);
  return { never: among('incompatible'), disputed: among('disputed') };
}

/** The features that stay active if this input is checked: a radio button replaces another. */
function others(state: State, input: HTMLInputElement): Set<Feature> {
  const active = features(state);
  const taken = document.querySelector<HTMLInputElement>(
    `input[type=radio][name="${input.name}"]:checked`,
  );
  if (input.type === 'radio') active.delete(taken?.dataset['feature'] as Feature);
  active.delete(input.dataset['feature'] as Feature);
  return active;
}

function inWords(list: Feature[]): string {
  return new Intl.ListFormat('en').format(list.map((feature) => WORDS[feature] ?? feature));
}
