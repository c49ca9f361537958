// The list of findings, each with its line and a button for each choice of a fix, and the obligations.

import { html, nothing } from 'lit-html';
import { repeat } from 'lit-html/directives/repeat.js';
import type { Report } from 'paylint';
import { fill, hint, ruleLink, withCode } from '../dom.js';
import type { Checked, Listed, Looked } from './check.js';
import type { Editor } from './editor.js';
import type { Place } from './places.js';

/** A member with a value that a fix made up. */
export interface ToFill {
  path: string;
  place: Place;
}

/**
 * Lists the findings; with their fixes, once they were looked for. `apply` gets the body with changes made, and what is still to be filled
 * in.
 */
export function showFindings(
  { listed, errors, warnings, report, mistakes }: Checked,
  editor: Editor,
  toFill: readonly ToFill[],
  apply: (fix: { body: string; toFill?: string | undefined }) => void,
  { fixes, safe }: Partial<Looked> = {},
): void {
  const line = (place: Place): unknown =>
    html`<button type="button" class="line" @click=${() => editor.reveal(place)}>Line ${editor.lineAt(place)}</button>`;
  const made = toFill.map(
    ({ path, place }) =>
      html`<li class="warn"><span class="level">To fill in</span> <code>${path}</code> has a made-up value. ${line(place)}</li>`,
  );
  const wrong = mistakes.map((mistake) => html`<li>${line(mistake)} ${mistake.words}</li>`);
  const buttonsOf = (index: number): unknown[] =>
    (fixes ?? [])
      .filter(({ finding }) => finding === index)
      .map((fix) => {
        const kind = `choice-button ${fix.applicability}`;
        return html`<button type="button" class=${kind} @click=${() => apply(fix)}>${fix.label}</button>
          <span class="hint">${fix.also}</span>`;
      });
  const item = ({ finding, place, index }: Listed): unknown => {
    const { rule, level, path, message, source } = finding;
    const buttons = buttonsOf(index);
    return html`<li class=${level}>
      <p><span class="level">${level === 'deny' ? 'Error' : 'Warning'}</span> ${withCode(message)}</p>
      <p class="meta">
        ${line(place)} <code>${path || 'whole request'}</code> ${ruleLink(rule)}
        <span class="hint" title="Section of the gateway’s interface description">${source}</span>
      </p>
      ${rule === 'json.malformed' && wrong.length > 1 ? html`<ul class="members">${wrong}</ul>` : nothing}
      ${buttons.length > 0 ? html`<p class="meta fixes">${buttons}</p>` : nothing}
    </li>`;
  };
  /** A repeated key is found at the same path each time. */
  const keyOf = ({ finding: { rule, path } }: Listed, at: number): string => {
    const before = listed.slice(0, at).filter(({ finding }) => finding.rule === rule && finding.path === path);
    return `${rule} ${path} ${before.length}`;
  };
  const rest = errors + warnings - listed.length;
  fill(
    'findings',
    html`<h2>Findings</h2>
      ${safe === undefined
        ? nothing
        : html`<p class="buttons"><button type="button" @click=${() => apply({ body: safe })}>Fix all that is safe</button></p>`}
      ${made.length > 0 ? html`<ul class="list">${made}</ul>` : nothing}
      <ol class="list">${repeat(listed, keyOf, item)}</ol>
      ${listed.length + made.length === 0 ? hint('None.') : nothing}
      ${rest > 0 ? hint(`These are the first ${listed.length}; there are ${rest} more.`) : nothing}
      ${report.truncated ? hint('There are more than the policy keeps.') : nothing}`,
  );
}

/** Lists what has to be done besides sending the request. */
export function showObligations({ obligations, valid_until: until }: Omit<Report, 'findings'>): void {
  const items = obligations.map(({ kind, by, needs }) => {
    const what = kind === 'three_ds' ? 'Authenticate with 3-D Secure' : 'Capture it later';
    const deadline = by === null ? '' : `, by ${by}`;
    const hangs = needs.length === 0 ? '' : `, depending on ${needs.join(', ')}`;
    return `${what}${deadline}${hangs}`;
  });
  if (until !== null) items.push(`Send it by ${until}`);
  const list = html`<h2>Obligations</h2>
    <ul class="list">${items.map((text) => html`<li>${text}</li>`)}</ul>`;
  fill('obligations', items.length > 0 ? list : nothing);
}
