// The same through CommonJS.

const { Engine, explain } = require('paylint');

exports.shop = async () => {
  const engine = new Engine({ levels: { 'code.*': 'allow' } });
  const order = { client: { email: 'a@b.lv' }, products: [{ title: 'Lāmpa', price: 0.001 }] };
  const facts = { terminal: 'standard', merchant: { avs_permission: false } };
  const [finding] = engine.check('order', order, facts).findings;
  const { why } = await explain(finding.rule);
  return `${finding.message}; ${engine.accepts('refund')}; ${why.length > 0}`;
};
