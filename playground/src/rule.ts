// The page of a rule, which opens below its name.

import { explain, type RuleName } from 'paylint';
import { hint, make, paragraph } from './dom.js';
import { toFragment, toText } from './request/share.js';

export async function pageOf(rule: string): Promise<HTMLElement> {
  const { summary, why, violated_by: example } = await explain(rule as RuleName);
  const { operation, body, facts, policy } = example;
  const sheet = { operation, body: body ?? '', facts: facts ?? '', policy: policy ?? '' };
  const site = document.documentElement.dataset['rules'];
  return make(
    'section',
    { class: 'rule-page', 'data-rule': rule, 'aria-label': `The rule ${rule}` },
    make('p', {}, make('strong', {}, `${summary.replace(/^./, (letter) => letter.toUpperCase())}.`)),
    paragraph(why),
    hint(`It is violated by this ${operation}: `),
    make('pre', { tabindex: '0' }, [body, facts, policy].filter(Boolean).join('\n')),
    make('a', { href: await toFragment(toText(sheet)) }, 'Open it here'),
    ' ',
    site !== undefined && make('a', { href: `${site}${rule}/index.html` }, 'More about the rule'),
  );
}
