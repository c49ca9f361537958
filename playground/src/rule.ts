// The page of a rule, which opens below its name.

import { html, nothing, render } from 'lit-html';
import { explain, type RuleName } from 'paylint';
import { hint, withCode } from './dom.js';
import { toFragment, toText } from './request/share.js';

export async function pageOf(rule: string): Promise<Node> {
  const { summary, why, violated_by: example } = await explain(rule as RuleName);
  const { operation, body, facts, policy } = example;
  const sheet = { operation, body: body ?? '', facts: facts ?? '', policy: policy ?? '' };
  const site = document.documentElement.dataset['rules'];
  const page = document.createDocumentFragment();
  render(
    html`<section class="rule-page" aria-label="The rule ${rule}">
      <p><strong>${summary.replace(/^./, (letter) => letter.toUpperCase())}.</strong></p>
      <p>${withCode(why)}</p>
      ${hint(`It is violated by this ${operation}: `)}
      <pre tabindex="0">${[body, facts, policy].filter(Boolean).join('\n')}</pre>
      <a href=${await toFragment(toText(sheet))}>Open it here</a>
      ${site === undefined ? nothing : html`<a href="${site}${rule}/index.html">More about the rule</a>`}
    </section>`,
    page,
  );
  return page;
}
