// What can still be done with an order: the engine's own answers, asked with the facts that follow from
// its history.

import type { Engine, FactsInit, Finding, OrderFacts, Report } from 'paylint';

/** One of the things that can be done next. */
export interface Answer {
  title: string;
  isPossible: boolean;
  /** `up to 50 EUR, until 2026-11-25T09:00:00Z` */
  words: string;
  /** Why not, and what the warnings are. */
  findings: readonly Finding[];
}

/** More than any order can have. */
const TOO_MUCH = 999_999_999_999;

export function answers(engine: Engine, order: OrderFacts, shop: FactsInit): Answer[] {
  const facts = { ...shop, order };
  const currency = order.currency === undefined ? '' : ` ${order.currency}`;
  /** The largest amount that the rules about amounts let pass, by what they say of a larger one. */
  const mostOf = (operation: 'capture' | 'refund', rule: string): string | undefined => {
    const body = operation === 'capture' ? { total: TOO_MUCH } : { amount: TOO_MUCH };
    const { findings } = engine.check(operation, body, facts);
    const found = findings.find((finding) => finding.rule === rule);
    const maximum = (found?.params as { maximum?: string | null } | undefined)?.maximum;
    return maximum ?? undefined;
  };
  const answer = (title: string, report: Report, most?: string): Answer => ({
    title,
    isPossible: report.verdict === 'accept',
    words: [
      most === undefined ? '' : `up to ${most}${currency}`,
      report.valid_until === null ? '' : `until ${report.valid_until}`,
    ]
      .filter(Boolean)
      .join(', '),
    findings: report.findings,
  });
  const captured = mostOf('capture', 'capture.exceeds_order');
  const refunded = mostOf('refund', 'refund.exceeds_remaining');
  return [
    answer(
      'Capture',
      engine.check('capture', `{"total": ${captured ?? '0.01'}}`, facts),
      captured,
    ),
    answer('Refund', engine.check('refund', `{"amount": ${refunded ?? '0.01'}}`, facts), refunded),
    answer('Reversal', engine.check('reversal', undefined, facts)),
  ];
}
