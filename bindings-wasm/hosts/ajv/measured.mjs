// The measured work, the same in Node and in a page.

import Ajv from 'ajv/dist/2020.js';
import schema from 'paylint/schemas/order.json' with { type: 'json' };

const ajv = new Ajv({ allErrors: true, strict: false, logger: false }).compile(schema);

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
  const is = (verdict, body, ...known) => () => engine.check('order', body, ...known).verdict === verdict;
  const parsed = (expected, body) => ({ 'JSON.parse + ajv': () => ajv(JSON.parse(body)) === expected });
  const written = (body) => ({ 'checkJson, text': () => engine.checkJson('order', body, facts).length > 100 });
  const beyondAscii = (letter) => {
    const body = text.replace('Grace', `Gr${letter}ce`);
    const accepts = () => engine.accepts('order', body, facts);
    const works = { 'accepts, text': accepts, 'check, text': is('accept', body, facts), ...parsed(true, body) };
    return { name: `the same with an ${letter}`, body, works };
  };
  const mistaken = (body) => {
    const name = `${body.length} bytes with ${engine.check('order', body, facts).findings.length} mistakes`;
    return { name, body, works: { 'check, text': is('reject', body, facts), ...written(body), ...parsed(false, body) } };
  };
  const ordinary = {
    'accepts, text': () => engine.accepts('order', text, facts),
    'accepts, bytes': () => engine.accepts('order', bytes, facts),
    'check, text': is('accept', text, facts),
    'check, bytes': is('accept', bytes, facts),
    ...written(text),
    'check, text, changing facts laid over': () => engine.check('order', text, resting, { now }) !== null,
    'check, text, all facts a plain object': is('accept', text, given),
    ...parsed(true, text),
  };
  const asObject = { 'check, object': is('accept', order, facts), ajv: () => ajv(order) };
  return [
    { name: `an order of ${text.length} bytes`, body: text, works: ordinary },
    { name: 'the same as an object', body: text, works: asObject },
    beyondAscii('é'),
    beyondAscii('ą'),
    mistaken(small.replace(/(?<="price":)[\d.]+/, '0.001')),
    mistaken(wrong),
  ];
}

/**
 * The groups with the nanoseconds of each work: the fastest of many short runs. They are taken in
 * turns, so that a busy machine slows all of them alike. A run repeats its work `rounds` times.
 */
export function measure(paylint, bodies, { turns, rounds }) {
  const groups = groupsOf(paylint, bodies).map(({ name, body, works }) => {
    const all = { 'JSON.parse alone': () => JSON.parse(body) !== null, ...works };
    return { name, works: Object.entries(all).map(([what, work]) => ({ what, work, best: Infinity })) };
  });
  const all = groups.flatMap(({ works }) => works);
  for (let turn = 0; turn < turns; turn++)
    for (const each of all) each.best = Math.min(each.best, time(each, rounds));
  return groups.map(({ name, works }) => ({
    name,
    works: works.map(({ what, best }) => ({ what, nanoseconds: best, ratio: best / works[0].best })),
  }));
}

function time({ what, work }, rounds) {
  const start = performance.now();
  for (let round = 0; round < rounds; round++)
    if (!work()) throw new Error(`unexpected result: ${what}`);
  return ((performance.now() - start) * 1e6) / rounds;
}
