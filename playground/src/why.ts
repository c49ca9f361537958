// A dialog that says why a rule exists.

import { explain, type Example, type Explanation, type RuleName } from 'paylint';
import { byId, make, makeButton } from './dom.js';

/** Called with an example that the reader wants to try. */
export type OnExample = (example: Example) => void;

const BASES: Record<string, string> = {
  stated: 'The gateway’s documentation says so',
  inferred: 'Follows from the gateway’s documentation',
  convention: 'Common practice in payments',
  integrity: 'Needed to read the request at all',
};

/** Where the site has the pages of the rules, if the page is part of it. */
const PAGES = document.documentElement.dataset['rules'];

/** Returns a rule's name: a link to its page, or a button that explains the rule in place. */
export function ruleButton(rule: string, onExample: OnExample, text = rule): HTMLElement {
  const attributes = {
    class: 'rule',
    'data-key': `why ${rule}`,
    'aria-label': text === rule ? `${rule}: why?` : `${text}: why? ${rule}`,
    title: `Why ${rule} exists`,
  };
  if (PAGES !== undefined && !rule.startsWith('custom.'))
    return make('a', { ...attributes, href: `${PAGES}${rule}/index.html` }, text);
  const dialog = { ...attributes, 'aria-haspopup': 'dialog' };
  return makeButton(text, () => void showWhy(rule, onExample), dialog);
}

async function showWhy(rule: string, onExample: OnExample): Promise<void> {
  const dialog = byId<HTMLDialogElement>('why');
  const inside = await explanation(rule, (example) => {
    dialog.close();
    onExample(example);
  });
  byId('why-rule').textContent = rule;
  byId('why-text').replaceChildren(...inside);
  dialog.showModal();
}

async function explanation(rule: string, onExample: OnExample): Promise<HTMLElement[]> {
  if (rule.startsWith('custom.')) return [make('p', {}, 'A rule of your own policy.')];
  try {
    return prose(await explain(rule as RuleName), onExample);
  } catch {
    const words = 'The explanations of the rules couldn’t be loaded. Are you offline?';
    return [make('p', {}, words)];
  }
}

function prose(rule: Explanation, onExample: OnExample): HTMLElement[] {
  const { summary, why, basis, source, level, operations, needs } = rule;
  const row = (term: string, text: string): HTMLElement[] => [
    make('dt', {}, term),
    make('dd', {}, text),
  ];
  return [
    make('p', { class: 'summary' }, sentence(summary)),
    make('p', {}, why),
    make(
      'dl',
      {},
      ...row('Basis', `${BASES[basis] ?? basis}${source === null ? '' : `: ${source}`}`),
      ...row('Default level', level),
      ...row('Operations', operations.join(', ')),
      ...(needs.length === 0 ? [] : row('Facts it reads', needs.join(', '))),
    ),
    make(
      'div',
      { class: 'buttons' },
      makeButton('Try an example that breaks it', () => onExample(rule.violated_by)),
      makeButton('Try one that keeps it', () => onExample(rule.held_by)),
    ),
  ];
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
