// A fetch that checks what goes to the gateway.

import { route } from './catalogue.js';
import { PaylintError } from './errors.js';
import type { Engine } from './engine.js';
import type { Facts } from './facts.js';
import { denies } from './report.js';
import type { Fetch, InstanceOf } from './source.js';
import type { FactsInit, FetchOptions, Observation, Operation, Report } from './types.js';

/** A request wasn't sent, because the gateway can't accept it. The message has all findings, and no value of the request. */
export class RefusedError extends PaylintError {
  /** Set explicitly, because minifiers shorten names. */
  static override readonly name: string = 'RefusedError';
  override name = 'RefusedError';
  readonly report: Report;

  constructor(report: Report) {
    const { operation, findings, unchecked } = report;
    const denied = findings.filter(denies).map(({ path, message }) => `${path}: ${message}`);
    const open = unchecked.filter(denies).map(({ rule, needs }) => `${rule} can't be decided without ${needs.join()}`);
    super(`${operation}: ${(denied.length > 0 ? denied : open).join('; ')}`, 'ERR_PAYLINT_REFUSED');
    this.report = report;
  }
}

type Checked = { report: Report } | { unchecked: string };

/**
 * Returns a `fetch` that checks requests whose address begins with `gateway`, and sends only what is accepted: of others
 * it rejects with a {@link RefusedError}. Requests to endpoints without rules, as card posts are, are sent unchecked. Of the facts
 * it knows `now` and `request`; its `headers` only if `Authorization` is among them.
 */
export function checkedFetch(
  engine: Pick<Engine, 'check'>,
  gateway: string | InstanceOf<'URL'>,
  options: FetchOptions<Facts> = {},
): Fetch {
  const start = new URL(gateway).href;
  return async (input, init) => {
    const send = options.fetch ?? fetch;
    const request = new Request(input, init);
    if (!request.url.startsWith(start)) return send(request);
    const body = request.body === null ? undefined : await request.arrayBuffer();
    const checked = check(engine, options, request, body);
    let status: number | null = null;
    try {
      if ('report' in checked && checked.report.verdict === 'reject' && !options.reportOnly)
        throw new RefusedError(checked.report);
      // The bytes that were checked.
      const response = await send(body ? new Request(request, { body }) : request);
      status = response.status;
      return response;
    } finally {
      options.observe?.(observation(checked, status));
    }
  };
}

function check(
  engine: Pick<Engine, 'check'>,
  { facts, changing, reportOnly }: FetchOptions<Facts>,
  { method, url, headers }: Request,
  body: ArrayBuffer | undefined,
): Checked {
  const path = new URL(url).pathname;
  const { operation, problem } = route(method, path);
  if (operation === null) return { unchecked: problem ?? 'no operation' };
  const line = { method, path, ...(headers.has('Authorization') ? { headers: Object.fromEntries(headers) } : {}) };
  try {
    const more = { now: new Date(), request: line, ...changing?.(operation, url) };
    return { report: engine.check<Operation>(operation, body, facts, more) };
  } catch (error) {
    if (!reportOnly || !(error instanceof PaylintError)) throw error;
    return { unchecked: error.message };
  }
}

function observation(checked: Checked, status: number | null): Observation {
  if ('unchecked' in checked) return { unchecked: checked.unchecked, status };
  const { operation, verdict, findings } = checked.report;
  const rules = Object.fromEntries(findings.map(({ rule, level }) => [rule, level]));
  return { operation, verdict, rules, status };
}
