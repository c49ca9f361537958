// Run in every host: checks an order with both entries, and asks why a rule exists.

import { Engine, explain, init } from 'paylint';
import * as check from 'paylint/check';
import { policies } from 'paylint/compiled';

export async function shop() {
  await Promise.all([init(), check.init()]);
  const engine = new Engine({ levels: { 'code.*': 'allow' } });
  const order = { client: { email: 'a@b.lv' }, products: [{ title: 'Lāmpa', price: 0.001 }] };
  const facts = { terminal: 'standard', merchant: { avs_permission: false } };
  const report = engine.check('order', order, facts);
  const same = new check.Engine(policies.checkout).check('order', order, facts);
  if (same.findings[0].rule !== report.findings[0].rule) throw new Error(`paylint/check: ${JSON.stringify(same)}`);
  const [finding] = report.findings;
  const { why } = await explain(finding.rule);
  return `${finding.message}; ${engine.accepts('refund')}; ${why.length > 0}`;
}
