// What a form shows while somebody fills it in. What is incomplete, and which numbers are a network's, the
// engine decides.

import { asking, brands, undecided, unreadable } from './generated/form.js';
import { need, put, raw } from './instance.js';
import { denies, findingsAt, pointerOf } from './report.js';
import type { CardBrand, Finding, InputState, Report } from './types.js';

/**
 * Returns what a report, or a copy of it, says of the value of an input: of the member at a JSON Pointer or an array of
 * its steps.
 */
export function fieldState(
  report: Pick<Report, 'findings' | 'unchecked'>,
  path: string | readonly (string | number)[],
): InputState {
  const pointer = pointerOf(path);
  const findings = findingsAt(report, pointer);
  const denied = findings.filter(denies);
  if (denied.some(({ rule }) => asking.includes(rule))) return 'missing';
  if (denied.some((finding) => !isIncomplete(finding))) return 'wrong';
  if (findings.some(isIncomplete)) return 'incomplete';
  if (findings.length > 0) return 'doubtful';
  const isOpen =
    report.unchecked.some(({ rule }) => undecided[rule]?.includes(pointer)) ||
    report.findings.some((finding) => hides(finding, pointer));
  return isOpen ? 'undecided' : 'fine';
}

function isIncomplete({ params }: Finding): boolean {
  return (params as { incomplete?: boolean }).incomplete === true;
}

/** Whether a finding keeps the member from being looked at: the body, or an object around it, can't be read. */
function hides({ rule, path }: Finding, pointer: string): boolean {
  return unreadable.includes(rule) && pointer.startsWith(`${path}/`);
}

/**
 * Returns the network of a card whose number begins with these digits, with how many digits its numbers and its security
 * code have; `null` unless exactly one network's numbers begin so. Spaces don't count.
 */
export function cardBrand(prefix: string): CardBrand | null {
  need();
  return brands[raw.card_brand(put(prefix))] ?? null;
}
