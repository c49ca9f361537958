// Compiles the policy and the facts that were typed, and checks the request by them.

import { Engine, Facts, FactsError, PolicyError, type Report } from 'paylint';
import type { Sheet } from './share.js';

/** A request that was checked, and what it was checked by. */
export interface Checked {
  sheet: Sheet;
  engine: Engine;
  facts: Facts | undefined;
  report: Report;
}

/** A text that can't be used. */
export interface Unusable {
  part: 'facts' | 'policy';
  message: string;
  /** The member, with dots. */
  member: string;
}

let engine: { text: string; value: Engine } | undefined;
let facts: { text: string; value: Facts } | undefined;

/** Checks a request. Compiles a policy or facts only if their text has changed. */
export function check(sheet: Sheet): Checked | Unusable {
  try {
    if (engine?.text !== sheet.policy) {
      const value = new Engine(blankIsNone(sheet.policy));
      engine?.value.free();
      engine = { text: sheet.policy, value };
    }
    if (facts?.text !== sheet.facts) {
      const value = new Facts(blankIsNone(sheet.facts) ?? {});
      facts?.value.free();
      facts = { text: sheet.facts, value };
    }
    const report = engine.value.check(sheet.operation, sheet.body, facts.value);
    return { sheet, engine: engine.value, facts: facts.value, report };
  } catch (error) {
    const { message } = error as Error;
    if (error instanceof PolicyError) return { part: 'policy', message, member: error.member };
    if (error instanceof FactsError) return { part: 'facts', message, member: error.member };
    throw error;
  }
}

function blankIsNone(text: string): string | undefined {
  return text.trim() === '' ? undefined : text;
}
