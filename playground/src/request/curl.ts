// The request as a command that sends it.

import { pathOf } from './operations.js';
import type { Sheet } from './share.js';

/** A command line that sends the request. The host and the token are to be filled in. */
export function curl({ operation, body }: Sheet): string {
  const path = pathOf(operation);
  const webhook = ['https://merchant.example/webhook', "'X-Webhook-Event: card'", "'X-Webhook-Version: v1.0'"];
  const gateway = [path === undefined ? 'PAYMENT_URL' : `https://gateway.example${path}`, '"Authorization: Bearer $TOKEN"'];
  const [address, ...headers] = operation === 'card_webhook' ? webhook : gateway;
  const sent = ["'Content-Type: application/json'", `--data-binary '${body.replaceAll("'", `'\\''`)}'`];
  return [`curl --request POST '${address}'`, ...headers, ...(body.trim() === '' ? [] : sent)]
    .map((part) => (/^["']/.test(part) ? `--header ${part}` : part))
    .join(' \\\n  ');
}
