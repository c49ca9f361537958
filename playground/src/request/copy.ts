// The clipboard.

import { byId } from '../dom.js';

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
