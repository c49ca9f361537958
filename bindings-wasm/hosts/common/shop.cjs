// shop.js as CommonJS.

const { Engine, explain } = require('paylint');
const check = require('paylint/check');

exports.shop = async () => {
  // On servers both are the whole package.
  if (check.Engine !== Engine) throw new Error('paylint/check is another copy');
  const engine = new Engine({ levels: { 'code.*': 'allow' } });
  const order = { client: { email: 'a@b.lv' }, products: [{ title: 'Lāmpa', price: 0.001 }] };
  const facts = { terminal: 'standard', merchant: { avs_permission: false } };
  const [finding] = engine.check('order', order, facts).findings;
  const { why } = await explain(finding.rule);
  return `${finding.message}; ${engine.accepts('refund')}; ${why.length > 0}`;
};
