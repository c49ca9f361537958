import {
  Engine,
  Facts,
  FactsError,
  explain,
  init,
  rules,
  type Explanation,
  type FactsInit,
  type Order,
  type Policy,
  type Report,
} from 'paylint';
import { Engine as CheckingEngine } from 'paylint/check';
import { Engine as InlineEngine } from 'paylint/inline';

const policy: Policy = { levels: { 'code.*': 'allow' } };
const order: Order = { client: { email: 'a@b.lv' }, products: [{ title: 'Lamp', price: 24.9 }] };
const facts: FactsInit = { now: new Date(), terminal: 'standard' };

export async function shop(): Promise<Report<'order'>> {
  await init('https://shop.example/paylint.wasm');
  const engine = new Engine(policy);
  const report = engine.check('order', order, new Facts(facts));
  const about: Explanation[] = await Promise.all(rules().map(({ name }) => explain(name)));
  const same: boolean = new InlineEngine().accepts('order', JSON.stringify(order));
  const only: CheckingEngine = new CheckingEngine(policy);
  // @ts-expect-error it only checks
  only.fixes('order', order);
  const result = engine.schema('order', facts)['~standard'].validate(order);
  if (!same || about.length === 0) throw new FactsError('unexpected');
  // @ts-expect-error there is no such operation
  engine.check('ordr', order);
  void result;
  return report;
}
