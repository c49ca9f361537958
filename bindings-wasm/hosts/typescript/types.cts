// The types through CommonJS.

import paylint = require('paylint');
import check = require('paylint/check');
import inline = require('paylint/inline');

const engine = new paylint.Engine({ max_findings: 1 });
const verdict: 'accept' | 'reject' = engine.check('refund', { amount: 1 }).verdict;
const same: boolean = new inline.Engine().accepts('order', '{}');
const only: check.Engine = new check.Engine('{}');
const init: Promise<void> = paylint.init();
// @ts-expect-error it only checks
only.fields('order');
// @ts-expect-error there is no such operation
engine.accepts('refnd');
void [verdict, same, only.accepts('reversal'), init];
