// Small helpers for the page's elements.

export function byId<T extends HTMLElement = HTMLElement>(id: string): T {
  return document.getElementById(id) as T;
}

/** What stands inside an element; `false` for what doesn't. */
type Inside = (Node | string | false)[];

export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Record<string, string> = {},
  ...inside: Inside
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...inside.filter((part) => part !== false));
  return element;
}

/** A quiet remark. */
export function hint(text: string, tag: 'p' | 'span' = 'p'): HTMLElement {
  return make(tag, { class: 'hint' }, text);
}

/** Makes a button that doesn't submit a form. */
export function makeButton(
  text: string,
  onClick: () => void,
  attributes: Record<string, string> = {},
): HTMLButtonElement {
  const button = make('button', { type: 'button', ...attributes }, text);
  button.addEventListener('click', onClick);
  return button;
}

/** Sets a text only if it is another one, so that screen readers don't repeat it. */
export function setText(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

/** A paragraph: what the text has between backticks is code. */
export function paragraph(text: string): HTMLElement {
  return make('p', {}, ...text.split('`').map((part, index) => (index % 2 === 0 ? part : make('code', {}, part))));
}

/** A rule's name as a button that opens its page below; a rule of a policy has none. */
export function ruleLink(rule: string): HTMLElement {
  if (/^custom\./.test(rule)) return make('span', { class: 'rule' }, rule);
  const attributes = { class: 'rule', 'aria-expanded': 'false', 'data-key': `why ${rule}` };
  const button = makeButton(rule, () => void toggle(button, rule), attributes);
  return button;
}

/** Opens a rule's page in the button's list item, or closes it. */
async function toggle(button: HTMLElement, rule: string): Promise<void> {
  const item = button.closest('li');
  const isOpen = button.ariaExpanded === 'true';
  item?.querySelector('.rule-page')?.remove();
  for (const other of item?.querySelectorAll('.rule') ?? []) other.ariaExpanded = 'false';
  if (isOpen || item === null) return;
  button.ariaExpanded = 'true';
  const { pageOf } = await import('./rule.js');
  item.append(await pageOf(rule));
}

/** `3 errors`, `1 error`. */
export function count(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? '' : 's'}`;
}

/** Returns a function that calls another one once it wasn't called for some milliseconds. */
export function afterPause(milliseconds: number, action: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(action, milliseconds);
  };
}

/**
 * Replaces what is inside an element, keeps the pages of rules that are open, and the focus on the control that has the same
 * `data-key` as the one that had it, or else on the region around. Controls that are there again
 * with another content are new elements.
 */
export function refill(element: HTMLElement, ...inside: Inside): void {
  const active = document.activeElement;
  const hasFocus = active instanceof HTMLElement && element.contains(active);
  const pages = element.querySelectorAll<HTMLElement>('.rule-page');
  element.replaceChildren(...inside.filter((part) => part !== false));
  for (const page of pages) {
    const button = element.querySelector<HTMLElement>(`[data-key="why ${page.dataset['rule']}"]`);
    button?.closest('li')?.append(page);
    if (button !== null) button.ariaExpanded = 'true';
  }
  if (!hasFocus) return;
  const key = CSS.escape(active.dataset['key'] ?? '');
  const again = element.querySelector<HTMLElement>(`[data-key="${key}"]`);
  (again ?? element.closest<HTMLElement>('[tabindex="-1"]'))?.focus({ preventScroll: true });
}

let announcement = '';
const sayLater = afterPause(600, () => setText(byId('live'), announcement));

/** Announces a text to screen readers once typing pauses. */
export function announce(text: string): void {
  announcement = text;
  sayLater();
}
