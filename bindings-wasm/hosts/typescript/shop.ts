import { Engine, explain, Facts, init, PaylintError, type FactsInit, type Order, type Policy, type Report } from 'paylint';
import { Engine as CheckingEngine } from 'paylint/check';
import { Engine as InlineEngine } from 'paylint/inline';

const policy: Policy = { levels: { 'code.*': 'allow' } };
const order: Order = { client: { email: 'a@b.lv' }, products: [{ title: 'Lamp', price: 24.9 }] };
const facts: FactsInit = { now: new Date(), terminal: 'standard' };

export async function shop(): Promise<Report<'order'>> {
  await init('https://shop.example/paylint.wasm');
  const engine = new Engine(policy);
  const { why } = await explain('compat.pair');
  if (!new InlineEngine().accepts('order', JSON.stringify(order))) throw new PaylintError(why);
  // @ts-expect-error it only checks
  new CheckingEngine(policy).fixes('order', order);
  // @ts-expect-error there is no such operation
  engine.check('ordr', order);
  engine.schema('order', facts)['~standard'].validate(order);
  return engine.check('order', order, new Facts(facts));
}
