// A fetch that checks requests to the gateway.

import { route } from './catalogue.js';
import { PaylintError } from './errors.js';
import type { Engine } from './engine.js';
import type { Facts } from './facts.js';
import { denies, reasons } from './report.js';
import type { Fetch, InstanceOf } from './source.js';
import type { FactsInit, FetchOptions, Observation, Operation, Report } from './types.js';

/** A request wasn't sent, because the gateway can't accept it. The message says why, without a value of the request. */
export class RefusedError extends PaylintError {
  static override readonly name: string = 'RefusedError';
  readonly report: Report;

  constructor(report: Report) {
    const why = reasons(report).filter(denies).map(({ path, message, needs }) => (needs ? message : `${path}: ${message}`));
    super(`${report.operation}: ${why.join('; ')}`, 'ERR_PAYLINT_REFUSED');
    this.report = report;
  }
}

/**
 * Returns a `fetch` that checks requests whose address begins with `gateway`. It rejects with a {@link RefusedError}
 * instead of sending one that can't be accepted. Requests to endpoints without rules, such as card posts, are sent
 * unchecked. It sets the facts `now` and `request`, with `headers` only if `Authorization` is among them.
 */
export function checkedFetch(
  engine: Pick<Engine, 'check'>,
  gateway: string | InstanceOf<'URL'>,
  options: FetchOptions<Facts> = {},
): Fetch {
  const start = new URL(gateway).href;
  return async (input, init) => {
    const send = options.fetch ?? fetch;
    let request = new Request(input, init);
    if (!request.url.startsWith(start)) return send(request);
    let report: Report | undefined;
    let status: number | null = null;
    try {
      const { operation, problem } = route(request.method, new URL(request.url).pathname);
      if (operation === null) {
        tell(() => options.unchecked?.(problem ?? '', null, request.url));
      } else {
        const body = request.body === null ? undefined : await request.arrayBuffer();
        // Sends exactly the checked bytes.
        if (body) request = new Request(request, { body });
        report = check(engine, options, operation, request, body);
        if (report?.verdict === 'reject' && !options.reportOnly) throw new RefusedError(report);
      }
      const response = await send(request);
      status = response.status;
      return response;
    } finally {
      if (report) tell(() => options.observe?.(observation(report as Report, status)));
    }
  };
}

/** Calls a callback, which may be asynchronous. If it fails, that is logged and changes no outcome. */
function tell(callback: () => unknown): void {
  const called = (async () => callback())();
  called.catch((error: unknown) => console.error('paylint: a callback failed:', error));
}

/** The report on a request. If it can't be checked, calls `unchecked`, and throws unless `reportOnly` is set. */
function check(
  engine: Pick<Engine, 'check'>,
  { facts, changing, reportOnly, unchecked }: FetchOptions<Facts>,
  operation: Operation,
  { method, url, headers }: Request,
  body: ArrayBuffer | undefined,
): Report | undefined {
  const line = { method, path: new URL(url).pathname };
  const request = headers.has('Authorization') ? { ...line, headers: Object.fromEntries(headers) } : line;
  try {
    if (/[^,\s]/.test((headers.get('Content-Encoding') ?? '').replace(/identity/gi, '')))
      throw new PaylintError("the body has a Content-Encoding, which isn't decoded");
    return engine.check(operation, body, facts, { now: new Date(), request, ...changing?.(operation, url) });
  } catch (error) {
    // An error of `changing` may show a value.
    const why = error instanceof PaylintError ? error.message : 'the facts of the request failed';
    tell(() => unchecked?.(why, operation, url));
    if (!reportOnly) throw error;
    return undefined;
  }
}

function observation({ operation, verdict, findings: found }: Report, status: number | null): Observation {
  const findings = found.map(({ rule, path, level }): Observation['findings'][number] => [rule, path, level]);
  return { operation, at: new Date().toISOString(), verdict, findings, status };
}
