// Applies repairs to the form.

import type { Change, Feature } from 'paylint';
import { CHOICES, fieldAt, type Field } from './form.js';
import type { State } from './request.js';

/** The settings whose members a repair may remove. */
const SETTINGS: Record<string, (state: State) => void> = {
  '/skip_capture': toOneStep,
  '/payment_system': toOneStep,
  '/setup_future_use': (state) => (state.saving = ''),
  '/products/0/tax': without('taxes'),
  '/dynamic_descriptor': without('dynamic_descriptor'),
  '/service_location': without('service_location'),
  '/travel_data': without('travel_data'),
  '/is_moto': without('moto'),
  '/sdwo_merchant_id': without('sdwo_purchase'),
  '/recipient_client': without('account_funding'),
};

function toOneStep(state: State): void {
  state.scenario = 'one_step';
}

function without(feature: Feature): (state: State) => void {
  return ({ switches }) => switches.delete(feature);
}

/** The merchant's choice that a change makes. */
function choiceBy(change: Change): { name: string; value: string } | undefined {
  if (change.op === 'remove') return undefined;
  const choice = CHOICES.find(({ path }) => path === change.path);
  const option = choice?.options.find(({ value }) => value === change.value);
  return choice && option && { name: choice.name, value: option.value };
}

/** Whether the form has controls for all of a patch. */
export function isInForm(of: Field['of'], patch: readonly Change[]): boolean {
  return patch.every(
    (change) =>
      fieldAt(of, change.path) !== undefined ||
      choiceBy(change) !== undefined ||
      (change.op === 'remove' && change.path in SETTINGS),
  );
}

/** Applies a patch to the form's content, and returns the names of the fields it has filled in. */
export function applyPatch(state: State, of: Field['of'], patch: readonly Change[]): string[] {
  const names: string[] = [];
  for (const change of patch) {
    const { op, path } = change;
    const field = fieldAt(of, path);
    const choice = choiceBy(change);
    if (field !== undefined)
      state.text[field.name] = change.op === 'remove' ? '' : String(change.value);
    else if (choice !== undefined) state[choice.name as 'scenario'] = choice.value;
    else SETTINGS[path]?.(state);
    if (field !== undefined && op !== 'remove') names.push(field.name);
  }
  return names;
}
