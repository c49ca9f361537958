// The operations, as the page names them and as they are sent.

import type { Operation } from 'paylint';

export interface OperationInfo {
  name: Operation;
  label: string;
  /** The path; `undefined` if the address comes with the order or is the merchant's own. */
  path?: string;
}

export const OPERATIONS: readonly OperationInfo[] = [
  { name: 'order', label: 'Order', path: '/orders/' },
  { name: 'capture', label: 'Capture', path: '/orders/{order_id}/capture/' },
  { name: 'refund', label: 'Refund', path: '/orders/{order_id}/refund/' },
  { name: 'reversal', label: 'Reversal', path: '/orders/{order_id}/reverse/' },
  { name: 'payout_a2a', label: 'Payout A2A', path: '/orders/init_a2a/' },
  { name: 'payout_b2p', label: 'Payout B2P', path: '/orders/init_b2p/' },
  { name: 'payout_p2p', label: 'Payout P2P', path: '/orders/init_p2p/' },
  { name: 'payout_og', label: 'Payout OG', path: '/orders/init_og/' },
  { name: 'payout_sdwo', label: 'Payout SDWO', path: '/orders/init_sdwo_payout/' },
  { name: 'client', label: 'Client', path: '/clients/' },
  { name: 'tax', label: 'Tax', path: '/taxes/' },
  { name: 'payment', label: 'Payment (card data)' },
  { name: 'card_webhook', label: 'Card webhook' },
];

/** The path with the version, as it is sent; `undefined` where there is none. */
export function pathOf(operation: Operation): string | undefined {
  const { path } = operationInfo(operation);
  return path && `/api/v0.6${path.replace('{order_id}', 'ORDER_ID')}`;
}

export function operationInfo(operation: Operation): OperationInfo {
  return OPERATIONS.find(({ name }) => name === operation) as OperationInfo;
}
