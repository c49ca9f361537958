// What every host does with the package: checks an order, and asks why a rule exists.

import { Engine, explain, init } from 'paylint';

export async function shop() {
  await init();
  const engine = new Engine({ levels: { 'code.*': 'allow' } });
  const order = { client: { email: 'a@b.lv' }, products: [{ title: 'Lāmpa', price: 0.001 }] };
  const facts = { terminal: 'standard', merchant: { avs_permission: false } };
  const [finding] = engine.check('order', order, facts).findings;
  const { why } = await explain(finding.rule);
  return `${finding.message}; ${engine.accepts('refund')}; ${why.length > 0}`;
}
