// The operations, as the page names them.

import type { Operation } from 'paylint';

export const LABELS: Readonly<Record<Operation, string>> = {
  order: 'Order',
  capture: 'Capture',
  refund: 'Refund',
  reversal: 'Reversal',
  payout_a2a: 'Payout A2A',
  payout_b2p: 'Payout B2P',
  payout_p2p: 'Payout P2P',
  payout_og: 'Payout OG',
  payout_sdwo: 'Payout SDWO',
  client: 'Client',
  tax: 'Tax',
  payment: 'Payment (card data)',
  card_webhook: 'Card webhook',
};

export const OPERATIONS = Object.keys(LABELS) as Operation[];
