// Every conformance case and sample, byte for byte, through every entry of the package.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import * as esm from 'paylint';
import * as inline from 'paylint/inline';
import { differences, read } from './cases.mjs';

const require = createRequire(import.meta.url);
const cases = read(readFileSync(process.env.PAYLINT_CASES, 'utf8'));

/** The package as it is loaded where these globals don't exist. */
function lacking(...names) {
  const kept = names.map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)]);
  for (const name of names) delete globalThis[name];
  delete require.cache[require.resolve('paylint')];
  try {
    return require('paylint');
  } finally {
    for (const [name, descriptor] of kept) Object.defineProperty(globalThis, name, descriptor);
  }
}

const entries = {
  'ES modules': esm,
  CommonJS: require('paylint'),
  // As in Jest's jsdom.
  'without TextEncoder': lacking('TextEncoder', 'TextDecoder'),
  'without FinalizationRegistry': lacking('FinalizationRegistry'),
};

test('ES entries for Node share one copy', () => {
  assert.equal(inline.Engine, esm.Engine);
  assert.equal(require('paylint'), require('paylint/inline'));
  assert.notEqual(entries.CommonJS.Engine, esm.Engine);
});

test('cases include every kind of outcome', () => {
  assert.ok(cases.length >= 600);
  assert.ok(cases.some(({ error }) => error !== undefined));
  assert.ok(cases.some(({ problem }) => problem !== undefined));
  assert.ok(cases.filter(({ fields }) => fields !== undefined).length >= 600);
});

test('every case, as plain JavaScript', () => {
  const script = require('paylint/script');
  // Fields take a hundred checks each, and a check thirty times as long as in WebAssembly.
  const wrong = cases.flatMap((expected, place) => differences(script, expected, { onlyChecks: place % 50 > 0 }));
  assert.deepEqual(wrong, []);
});

test('plain JavaScript grows its memory', () => {
  const script = require('paylint/script');
  const products = Array.from({ length: 20_000 }, () => ({ title: 'Bell ä', price: 1.5 }));
  const order = { client: {}, products };
  const given = ['order', JSON.stringify(order), { terminal: 'standard' }];
  const engine = new script.Engine();
  assert.equal(engine.checkJson(...given), new esm.Engine().checkJson(...given));
  assert.equal(engine.checkJson(...given), new esm.Engine().checkJson(...given));
});

/** A policy as `paylint/check` takes it; `undefined` if it can't be compiled. */
function compiled(policy) {
  try {
    return new esm.Engine(policy).compiled;
  } catch (error) {
    assert.equal(error.code, 'ERR_PAYLINT_POLICY');
    return undefined;
  }
}

/** A report with the rules' names for messages. */
function withoutMessages(text) {
  const report = JSON.parse(text);
  const findings = report.findings.map((finding) => ({ ...finding, message: finding.rule }));
  return JSON.stringify({ ...report, findings });
}

test('every order and card post, check entry', async () => {
  const check = await import('../pkg/check.js');
  await check.init(readFileSync(new URL('../pkg/check.wasm', import.meta.url)));
  const wrong = [];
  let count = 0;
  for (const expected of cases) {
    const { operation, bytes, facts, report } = expected;
    const policy = compiled(expected.policy);
    if (policy === undefined || (expected.error !== undefined && facts === undefined)) continue;
    count++;
    if (expected.error !== undefined) {
      wrong.push(...differences(check, { ...expected, policy }, { onlyChecks: true }));
    } else if (['order', 'payment'].includes(operation)) {
      const text = withoutMessages(report);
      const problem = esm.toProblem(JSON.parse(text));
      const said = { ...expected, policy, report: text, problem: problem === null ? undefined : JSON.stringify(problem) };
      wrong.push(...differences(check, said, { onlyChecks: true }));
    } else {
      for (const method of ['check', 'accepts'])
        assert.throws(() => new check.Engine(policy)[method](operation, bytes, facts), /only checks the operations order and payment/);
    }
  }
  assert.deepEqual(wrong, []);
  assert.ok(count >= 1500, `${count}`);
});

for (const [name, paylint] of Object.entries(entries)) {
  test(`every case, ${name}`, () => {
    const wrong = cases.flatMap((expected) => differences(paylint, expected));
    assert.deepEqual(wrong, []);
  });
}

test('body of wide characters without TextEncoder', () => {
  // A copy of its own, whose input buffer is still small.
  const paylint = lacking('TextEncoder', 'TextDecoder');
  const products = [{ title: 'é'.repeat(400_000), price: 1 }];
  const order = JSON.stringify({ client: { email: 'a@b.lv' }, products });
  const given = ['order', order];
  assert.equal(new paylint.Engine().checkJson(...given), new esm.Engine().checkJson(...given));
  assert.equal(new paylint.Engine().accepts(...given), new esm.Engine().accepts(...given));
});

test('params have their declared types', () => {
  const findings = cases.flatMap(({ report }) => (report === undefined ? [] : JSON.parse(report).findings));
  // All policy rules have the same declared type.
  const known = findings.filter(({ rule }) => !rule.startsWith('custom.'));
  const uses = known.map(({ rule, params }) => `(${JSON.stringify(params)}) satisfies ParamsOf['${rule}'];`);
  const file = `${import.meta.dirname}/output/params.ts`;
  writeFileSync(file, ["import type { ParamsOf } from 'paylint';", ...new Set(uses)].join('\n'));
  const options = ['--ignoreConfig', '--noEmit', '--strict', '--target', 'es2022', '--module', 'nodenext'];
  const compile = [require.resolve('typescript/bin/tsc'), ...options, file];
  const { status, stdout } = spawnSync(process.execPath, compile, { encoding: 'utf8' });
  assert.deepEqual([status, stdout], [0, '']);
  const seen = known.flatMap(({ rule, params }) => Object.keys(params).map((name) => `${rule} ${name}`));
  const declared = esm.rules().flatMap(({ name: rule, params }) => params.map((name) => `${rule} ${name}`));
  assert.deepEqual([...new Set(seen)].sort(), declared.sort(), 'every declared parameter was seen');
});
