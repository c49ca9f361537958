// The same through CommonJS.

const { Engine, explain } = require('paylint');
const check = require('paylint/check');

exports.shop = async () => {
  const engine = new Engine({ levels: { 'code.*': 'allow' } });
  const order = { client: { email: 'a@b.lv' }, products: [{ title: 'Lāmpa', price: 0.001 }] };
  const facts = { terminal: 'standard', merchant: { avs_permission: false } };
  const report = engine.check('order', order, facts);
  const same = new check.Engine({ levels: { 'code.*': 'allow' } }).checkJson('order', order, facts);
  if (same !== JSON.stringify(report)) throw new Error(`paylint/check: ${same}`);
  const [finding] = report.findings;
  const { why } = await explain(finding.rule);
  return `${finding.message}; ${engine.accepts('refund')}; ${why.length > 0}`;
};
