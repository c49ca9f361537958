// The page of a rule, which opens below its name.

import { explain, type RuleName } from 'paylint';
import { make } from './dom.js';

export async function pageOf(rule: string): Promise<HTMLElement> {
  const { summary, why, violated_by: example } = await explain(rule as RuleName);
  const { operation, body, facts, policy } = example;
  const sheet = JSON.stringify([operation, body ?? '', facts ?? '', policy ?? '']);
  const bytes = Array.from(new TextEncoder().encode(sheet), (byte) => String.fromCharCode(byte)).join('');
  const site = document.documentElement.dataset['rules'];
  return make(
    'section',
    { class: 'rule-page', 'data-rule': rule, 'aria-label': `The rule ${rule}` },
    make('p', {}, make('strong', {}, `${summary.replace(/^./, (letter) => letter.toUpperCase())}.`)),
    make('p', {}, ...why.split('`').map((part, index) => (index % 2 === 0 ? part : make('code', {}, part)))),
    make('p', { class: 'hint' }, `It is violated by this ${operation}: `),
    make('pre', { tabindex: '0' }, [body, facts, policy].filter(Boolean).join('\n')),
    make('a', { href: `#request=${btoa(bytes).replaceAll('+', '-').replaceAll('/', '_')}` }, 'Open it here'),
    ...(site === undefined ? [] : [' ', make('a', { href: `${site}${rule}/index.html` }, 'More about the rule')]),
  );
}
