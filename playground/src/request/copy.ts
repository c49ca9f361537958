// What the copy buttons copy.

import { byId } from '../dom.js';
import { pathOf } from './operations.js';
import type { Sheet } from './share.js';

/** A command line that sends the request. The host and the token are to be filled in. */
export function curl({ operation, body }: Sheet): string {
  const path = pathOf(operation);
  const isWebhook = operation === 'card_webhook';
  const address = isWebhook
    ? 'https://merchant.example/webhook'
    : path === undefined
      ? 'PAYMENT_URL'
      : `https://gateway.example${path}`;
  const hasBody = body.trim() !== '';
  return [
    `curl --request POST ${quoted(address)}`,
    ...(isWebhook
      ? [`--header 'X-Webhook-Event: card'`, `--header 'X-Webhook-Version: v1.0'`]
      : [`--header "Authorization: Bearer $TOKEN"`]),
    ...(hasBody
      ? [`--header 'Content-Type: application/json'`, `--data-binary ${quoted(body)}`]
      : []),
  ].join(' \\\n  ');
}

/** Quotes a text for a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/**
 * Puts a text on the clipboard. If the browser doesn't allow it, such as on a page without TLS, a
 * dialog shows the text to copy by hand, and the result is `false`.
 */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = byId<HTMLTextAreaElement>('by-hand-text');
    area.value = text;
    byId<HTMLDialogElement>('by-hand').showModal();
    area.select();
    return false;
  }
}
