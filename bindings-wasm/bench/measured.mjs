// What is measured, in Node and in a page alike.

import ajv from './ajv.mjs';

/**
 * The groups: each has a name, the text that `JSON.parse` reads for comparison, and works that must
 * return true. `text` is an accepted order, `wrong` one with many mistakes.
 */
function groupsOf({ Engine, Facts }, { text, small, wrong, given }) {
  const engine = new Engine();
  const facts = new Facts(given);
  const { now, ...standing } = given;
  const resting = new Facts(standing);
  const order = JSON.parse(text);
  const bytes = new TextEncoder().encode(text);
  const is = (verdict, body) => () => engine.check('order', body, facts).verdict === verdict;
  const parsed = (expected, body) => ['JSON.parse + ajv, shapes only', () => ajv(JSON.parse(body)) === expected];
  const beyondAscii = (letter) => {
    const body = text.replace('Grace', `Gr${letter}ce`);
    return [
      `the same with an ${letter}`,
      body,
      [
        ['accepts, text', () => engine.accepts('order', body, facts)],
        ['check, text', is('accept', body)],
        parsed(true, body),
      ],
    ];
  };
  const mistaken = (body) => [
    `${body.length} bytes with ${engine.check('order', body, facts).findings.length} mistakes`,
    body,
    [
      ['check, text', is('reject', body)],
      ['checkJson, text', () => engine.checkJson('order', body, facts).length > 100],
      parsed(false, body),
    ],
  ];
  return [
    [
      `an order of ${text.length} bytes`,
      text,
      [
        ['accepts, text', () => engine.accepts('order', text, facts)],
        ['accepts, bytes', () => engine.accepts('order', bytes, facts)],
        ['check, text', is('accept', text)],
        ['check, bytes', is('accept', bytes)],
        ['checkJson, text', () => engine.checkJson('order', text, facts).length > 100],
        [
          'check, text, changing facts laid over',
          () => engine.check('order', text, resting, { now }) !== null,
        ],
        [
          'check, text, all facts a plain object',
          () => engine.check('order', text, given).verdict === 'accept',
        ],
        parsed(true, text),
      ],
    ],
    [
      'the same as an object',
      text,
      [['check, object', is('accept', order)], ['ajv, shapes only', () => ajv(order)]],
    ],
    beyondAscii('é'),
    beyondAscii('ą'),
    mistaken(small.replace(/(?<="price":)[\d.]+/, '0.001')),
    mistaken(wrong),
  ];
}

const YARDSTICK = 'JSON.parse alone';

/**
 * The groups with the nanoseconds of each work: the fastest of many short runs. They are taken in
 * turns, so that a busy machine slows all of them alike. A run repeats its work `rounds` times.
 */
export function measure(paylint, bodies, { turns, rounds }) {
  const groups = groupsOf(paylint, bodies).map(([name, body, works]) => ({
    name,
    works: [[YARDSTICK, () => JSON.parse(body) !== null], ...works].map(([what, work]) => ({
      what,
      work,
      best: Infinity,
    })),
  }));
  const all = groups.flatMap(({ works }) => works);
  for (let turn = 0; turn < turns; turn++)
    for (const each of all) each.best = Math.min(each.best, time(each, rounds));
  return groups.map(({ name, works }) => ({
    name,
    works: works.map(({ what, best }) => ({
      what,
      nanoseconds: best,
      ratio: best / works[0].best,
    })),
  }));
}

function time({ what, work }, rounds) {
  const start = performance.now();
  for (let round = 0; round < rounds; round++)
    if (!work()) throw new Error(`unexpected result: ${what}`);
  return ((performance.now() - start) * 1e6) / rounds;
}
