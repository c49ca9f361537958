import { Engine, explain } from 'paylint/inline';

const order = { client: { email: 'a@b.lv' }, products: [{ title: 'Lamp', price: 0.001 }] };
const [finding] = new Engine({ levels: { 'code.*': 'allow' } }).check('order', order, {
  terminal: 'standard',
  merchant: { avs_permission: false },
}).findings;
const { why } = await explain(finding.rule);
console.log(`${finding.message}; ${new Engine().accepts('refund')}; ${why.length > 0}`);
