// The history view: the events of an order as JSON and as a timeline, and what can still be done.

import { Engine, HistoryError, type Finding, type HistoryEvent, type Operation, type OrderFacts } from 'paylint';
import { announce, byId, hint, make, makeButton, paragraph, refill, ruleLink, setText } from '../dom.js';
import { makeEditor, type Editor } from '../request/editor.js';
import { keep, kept } from '../request/share.js';
import { withoutSecrets } from '../secrets.js';

const ORDER_AT = '2026-11-18T09:00:00Z';
const START: HistoryEvent[] = [
  {
    operation: 'order',
    at: ORDER_AT,
    body: {
      client: { email: 'helen@garden.example' },
      products: [{ title: 'Garden table', price: 100 }],
      currency: 'EUR',
      skip_capture: true,
    },
    facts: { terminal: 'standard', merchant: { avs_permission: false } },
  },
];
const NEXT: Record<string, (at: string) => HistoryEvent> = {
  'a payment': (at) => ({ event: 'payment', at, paid: true }),
  'a capture': (at) => ({ operation: 'capture', at, body: { total: 80 } }),
  'a refund': (at) => ({ operation: 'refund', at, body: { amount: 30 } }),
  'a Full Refund': (at) => ({ operation: 'refund', at }),
  'a reversal': (at) => ({ operation: 'reversal', at }),
  'a chargeback': (at) => ({ event: 'chargeback', at }),
};

let engine: Engine;
let editor: Editor;

/** Builds the view. Lay its editor out again when it becomes visible: what is hidden can't be measured. */
export function startHistory(): Editor {
  engine = new Engine();
  editor = makeEditor(byId('events-editor'), {
    label: 'Events',
    describedBy: 'events-hint',
    onChange: update,
  });
  for (const [name, event] of Object.entries(NEXT))
    byId('add-event').append(makeButton(`Add ${name}`, () => add(event)));
  byId('add-event').append(makeButton('Start again', () => editor.replace(pretty(START))));
  for (const id of ['history-now', 'history-offset', 'history-hold'])
    byId(id).addEventListener('input', update);
  editor.replace(kept('events') ?? pretty(START), true);
  return editor;
}

/** Adds an event at the time that it is now. */
function add(event: (at: string) => HistoryEvent): void {
  const events = eventsOf(editor.text());
  if (events === undefined) return announce('The events aren’t a JSON array');
  editor.replace(pretty([...events, event(byId<HTMLInputElement>('history-now').value)]));
}

function pretty(events: readonly unknown[]): string {
  const short = (event: unknown): string => {
    const laidOut = JSON.stringify(event, null, 2);
    // In a string, a line feed is escaped.
    const text = laidOut.replaceAll(/\n */g, ' ');
    return (text.length < 100 ? text : laidOut).replaceAll(/^/gm, '  ');
  };
  return `[\n${events.map(short).join(',\n')}\n]`;
}

function eventsOf(text: string): unknown[] | undefined {
  try {
    const events: unknown = JSON.parse(text);
    return Array.isArray(events) ? events : undefined;
  } catch {
    return undefined;
  }
}

function update(): void {
  const text = editor.text();
  keep('events', text === pretty(START) ? undefined : withoutSecrets(text));
  const { order, problem } = ordered(text);
  setText(byId('events-problem'), problem);
  const events = eventsOf(text) ?? [];
  const entries = timeline(events);
  refill(byId('timeline'), ...entries);
  const refused = entries.findIndex((entry) => entry.classList.contains('refused'));
  byId('order-facts').textContent = order === undefined ? '' : JSON.stringify(order, null, 2);
  refill(byId('next'), ...(order === undefined ? [] : asked(order)));
  const isPossible = problem === '' && refused < 0;
  const words = isPossible
    ? 'These events can follow each other'
    : problem === ''
      ? `Event ${refused + 1} would have been refused`
      : 'This can’t be a history';
  byId('history-verdict').className = `verdict ${isPossible ? 'accept' : 'reject'}`;
  setText(byId('history-verdict'), words);
  if (!byId('history-view').hidden) announce(problem === '' ? words : `${words}: ${problem}`);
}

/** The facts that follow from events, or what is wrong with them. */
function ordered(events: string): { order?: OrderFacts; problem: string } {
  try {
    return { order: engine.orderFacts(events), problem: '' };
  } catch (error) {
    if (error instanceof HistoryError) return { problem: error.message };
    throw error;
  }
}

/** Why an event that follows others would have been refused. */
function refusals(event: unknown, order: OrderFacts): Finding[] {
  const { operation, at, body, facts } = event as Record<string, unknown>;
  if (typeof operation !== 'string' || operation === 'order') return [];
  const text = body === undefined ? undefined : JSON.stringify(body);
  const known = { ...shopAt(String(at)), ...(facts as object | undefined), order };
  const { findings } = engine.check(operation as Operation, text, known);
  return findings.filter(({ level }) => level === 'deny');
}

/** The events, each with the facts that change by it or what is wrong with it. */
function timeline(events: readonly unknown[]): HTMLElement[] {
  let before: Record<string, unknown> = {};
  let isBroken = false;
  return events.map((event, index) => {
    const { operation, event: other, at } = (event ?? {}) as Record<string, unknown>;
    const name = String(operation ?? other ?? 'unknown');
    const head = [make('strong', {}, name), ' ', make('time', {}, String(at ?? ''))];
    if (isBroken) return make('li', { class: 'quiet' }, ...head);
    const { order, problem } = ordered(JSON.stringify(events.slice(0, index + 1)));
    if (order === undefined) {
      isBroken = true;
      return make('li', { class: 'wrong' }, ...head, make('p', { class: 'problem' }, problem));
    }
    const refused = index === 0 ? [] : refusals(event, before as OrderFacts);
    const now = order as Record<string, unknown>;
    const changed = Object.keys(now).filter((name) => JSON.stringify(now[name]) !== JSON.stringify(before[name]));
    before = now;
    const words = changed.map((name) => `${name} ${JSON.stringify(now[name])}`).join(', ');
    const follows = hint(words || 'changes no fact');
    const isRefused = refused.length > 0;
    return make('li', { class: isRefused ? 'wrong refused' : '' }, ...head, isRefused && listOf(refused), follows);
  });
}

/** The facts that the inputs tell, at a time. */
function shopAt(now: string): { now: string; merchant: { utc_offset: string; hold_days: number } } {
  const value = (id: string): string => byId<HTMLInputElement>(id).value;
  return { now, merchant: { utc_offset: value('history-offset'), hold_days: Number(value('history-hold')) } };
}

/** More than any order can have. */
const TOO_MUCH = 999_999_999_999;

/** What can be done next: the engine's own answers, asked with the facts that follow from the events. */
function asked(order: OrderFacts): HTMLElement[] {
  const facts = { ...shopAt(byId<HTMLInputElement>('history-now').value), order };
  /** Asks for the largest amount that the rules about amounts let pass, by what they say of a larger one. */
  const most = (operation: Operation, member: string, rule: string): HTMLElement => {
    const { findings } = engine.check(operation, JSON.stringify({ [member]: TOO_MUCH }), facts);
    const found = findings.find((finding) => finding.rule === rule)?.params as { maximum?: string | null } | undefined;
    const limit = found?.maximum == null ? '' : `up to ${found.maximum} ${order.currency ?? ''}`.trim();
    return answer(operation, `{"${member}": ${found?.maximum ?? '0.01'}}`, limit);
  };
  const answer = (operation: Operation, body: string | undefined, limit: string): HTMLElement => {
    const { verdict, valid_until: until, findings } = engine.check(operation, body, facts);
    const kind = verdict === 'reject' ? 'reject' : findings.length > 0 ? 'incomplete' : 'accept';
    const state = { accept: 'possible', incomplete: 'advised against; possible', reject: 'not possible' }[kind];
    const bounds = [limit, until === null ? '' : `until ${until}`].filter(Boolean).join(', ');
    const title = operation.replace(/^./, (letter) => letter.toUpperCase());
    return make(
      'section',
      { class: `answer ${kind}` },
      make('h3', {}, `${title}: ${state} ${kind === 'reject' ? '' : bounds}`.trimEnd()),
      findings.length > 0 && listOf(findings),
    );
  };
  try {
    return [
      most('capture', 'total', 'capture.exceeds_order'),
      most('refund', 'amount', 'refund.exceeds_remaining'),
      answer('reversal', undefined, ''),
    ];
  } catch (error) {
    return [make('p', { class: 'problem' }, (error as Error).message)];
  }
}

function listOf(findings: readonly Finding[]): HTMLElement {
  const items = findings.map((finding) =>
    make('li', {}, paragraph(finding.message), ruleLink(finding.rule)),
  );
  return make('ul', {}, ...items);
}
