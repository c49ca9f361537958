// Small helpers for the page's elements.

import { html, render, type TemplateResult } from 'lit-html';
import { pageOf } from './rule.js';

export function byId<T extends HTMLElement = HTMLElement>(id: string): T {
  return document.getElementById(id) as T;
}

/** A quiet remark. */
export function hint(text: string): TemplateResult {
  return html`<p class="hint">${text}</p>`;
}

/** Sets a text unless it is the same, so that screen readers don't repeat it. */
export function setText(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

/** A text with the parts between backticks as code. */
export function withCode(text: string): unknown[] {
  return text.split('`').map((part, index) => (index % 2 === 0 ? part : html`<code>${part}</code>`));
}

/** A rule's name as a button that opens its page below. Policy rules have no page. */
export function ruleLink(rule: string): TemplateResult {
  if (/^custom\./.test(rule)) return html`<span class="rule">${rule}</span>`;
  const open = ({ currentTarget }: Event): Promise<void> => toggle(currentTarget as HTMLElement, rule);
  return html`<button type="button" class="rule" aria-expanded="false" @click=${open}>${rule}</button>`;
}

/** Opens a rule's page in the button's list item, or closes it. */
async function toggle(button: HTMLElement, rule: string): Promise<void> {
  const item = button.closest('li');
  const isOpen = button.ariaExpanded === 'true';
  item?.querySelector('.rule-page')?.remove();
  for (const other of item?.querySelectorAll('.rule') ?? []) other.ariaExpanded = 'false';
  if (isOpen || item === null) return;
  button.ariaExpanded = 'true';
  item.append(await pageOf(rule));
}

/** `3 errors`, `1 error`. */
export function count(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? '' : 's'}`;
}

/** Debounces: the action runs once the function hasn't been called for some milliseconds. */
export function afterPause(milliseconds: number, action: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(action, milliseconds);
  };
}

/** Renders into an element. If that removes the control with the focus, the focus goes to the region around it. */
export function fill(id: string, content: unknown): void {
  const element = byId(id);
  const hadFocus = element.contains(document.activeElement);
  render(content, element);
  if (hadFocus && !element.contains(document.activeElement))
    element.closest<HTMLElement>('[tabindex="-1"]')?.focus({ preventScroll: true });
}

let announcement = '';
const sayLater = afterPause(600, () => setText(byId('live'), announcement));

/** Announces a text to screen readers once typing pauses. */
export function announce(text: string): void {
  announcement = text;
  sayLater();
}

/** Copies a text, and says so on a button. */
export async function copyAndSay(id: string, text: string | undefined): Promise<void> {
  const button = byId<HTMLButtonElement>(id);
  if (text === undefined) return say(button, 'Nothing is checked');
  try {
    await navigator.clipboard.writeText(text);
    say(button, 'Copied');
  } catch {
    // Such as on a page without TLS.
    say(button, id === 'share' ? 'The link is in the address bar' : 'The browser doesn’t allow it');
  }
}

/** Shows other words on a button for two seconds. */
export function say(button: HTMLButtonElement, words: string): void {
  button.dataset['label'] ??= button.textContent ?? '';
  button.textContent = words;
  announce(words);
  setTimeout(() => setText(button, button.dataset['label'] ?? ''), 2000);
}
