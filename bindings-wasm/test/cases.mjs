// Runs conformance cases (tests/examples/expected.rs) through a package, in Node and in browsers.

/** Reads cases from tab-separated text, without the histories. */
export function read(text) {
  return text
    .split('\n')
    .filter((line) => line !== '' && line.split('\t')[1] !== 'history')
    .map((line) => {
      const [id, operation, body, facts, policy, report, more, fields, fixes, ...applied] =
        line.split('\t');
      const bytes = body === '-' ? undefined : bytesOf(body);
      const orNone = (text) => (text === '-' ? undefined : text);
      const outcome =
        report === '!'
          ? { error: more }
          : { report, problem: orNone(more), fields, fixes, applied: applied.length === 0 ? undefined : applied };
      return { id, operation, bytes, facts: orNone(facts), policy: orNone(policy), ...outcome };
    });
}

function bytesOf(base64) {
  return Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
}

function base64Of(bytes) {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

/** Checks a case in every way that a body and facts can be passed, and asks for fields and fixes unless it only checks. */
function ways(paylint, { operation, bytes, facts, policy }, onlyChecks) {
  const engine = new paylint.Engine(policy);
  const compiled = facts === undefined ? undefined : new paylint.Facts(facts);
  const outcomes = {
    'bytes, compiled facts': engine.checkJson(operation, bytes, compiled),
    'facts as JSON': engine.checkJson(operation, bytes, facts),
    'an object': JSON.stringify(engine.check(operation, bytes, compiled)),
  };
  // A number in JavaScript has fewer digits than facts can have.
  if (facts !== undefined && !/[\d.]{17}/.test(facts)) {
    const plain = JSON.parse(facts);
    const members = Object.entries(plain);
    const [below, above] = [members.slice(0, members.length >> 1), members.slice(members.length >> 1)].map(Object.fromEntries);
    outcomes['facts as an object'] = engine.checkJson(operation, bytes, plain);
    outcomes['half of the facts laid over'] = engine.checkJson(operation, bytes, new paylint.Facts(below), above);
  }
  const text = textOf(bytes);
  if (text !== undefined) {
    outcomes['the body as text'] = engine.checkJson(operation, text, compiled);
    const value = sameAsObject(text);
    if (value !== undefined)
      outcomes['the body as an object'] = engine.checkJson(operation, value.body, compiled);
  }
  const accepts = engine.accepts(operation, bytes, compiled);
  const report = engine.check(operation, bytes, compiled);
  const problem = paylint.toProblem(report);
  const answers = onlyChecks ? {} : answersOf(engine, operation, bytes, compiled);
  engine.free();
  return { outcomes, accepts, report, problem, ...answers };
}

function answersOf(engine, operation, bytes, facts) {
  const fields = JSON.stringify(engine.fields(operation, bytes, facts));
  const fixes = JSON.stringify(engine.fixes(operation, bytes, facts));
  const applied = [false, true].map((alsoUnsafe) =>
    base64Of(engine.apply(operation, bytes ?? new Uint8Array(), facts, alsoUnsafe)),
  );
  return { fields, fixes, applied };
}

/** Decodes a body, with its byte order mark if there is one; `undefined` if it isn't UTF-8. */
function textOf(bytes) {
  if (bytes === undefined) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** The body as an object, if its JSON is exactly this text. */
function sameAsObject(text) {
  try {
    const body = JSON.parse(text);
    return JSON.stringify(body) === text && typeof body !== 'string' ? { body } : undefined;
  } catch {
    return undefined;
  }
}

/** Differences between the results of a package and those expected. */
export function differences(paylint, expected, { onlyChecks = expected.fields === undefined } = {}) {
  const { id } = expected;
  let actual;
  try {
    actual = ways(paylint, expected, onlyChecks);
  } catch (error) {
    const isOurs = error instanceof paylint.PaylintError;
    if (expected.error === undefined) return [`${id}: ${error}`];
    if (!isOurs) return [`${id}: not one of the package's errors: ${error}`];
    // The package's error names the unknown operation, and the expected one doesn't.
    const same = error.message === expected.error || expected.error === 'unknown operation';
    return same ? [] : [`${id}: expected the error ${expected.error}, got ${error.message}`];
  }
  if (expected.error !== undefined)
    return [`${id}: a report instead of the error ${expected.error}`];
  const wrong = [];
  for (const [way, report] of Object.entries(actual.outcomes)) {
    if (report !== expected.report)
      wrong.push(`${id} (${way}):\n  expected ${expected.report}\n  got      ${report}`);
  }
  if (actual.accepts !== (actual.report.verdict === 'accept'))
    wrong.push(`${id}: accepts and check disagree`);
  // The cases leave these out for long bodies.
  for (const what of onlyChecks ? [] : ['fields', 'fixes', 'applied']) {
    const wanted = expected[what] === undefined ? undefined : `${expected[what]}`;
    if (wanted !== undefined && `${actual[what]}` !== wanted)
      wrong.push(`${id} (${what}):\n  expected ${wanted}\n  got      ${actual[what]}`);
  }
  const problem = actual.problem;
  if ((problem === null ? undefined : JSON.stringify(problem)) !== expected.problem) {
    wrong.push(
      `${id} (problem):\n  expected ${expected.problem}\n  got      ${JSON.stringify(problem)}`,
    );
  }
  return wrong;
}
