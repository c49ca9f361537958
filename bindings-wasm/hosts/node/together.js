// A dependency may require what the application imports. Both get the same classes.

import { createRequire } from 'node:module';
import { Engine, Facts } from 'paylint';
import * as inline from 'paylint/inline';

const require = createRequire(import.meta.url);
const required = require('paylint');
new required.Engine().check('tax', { name: 'VAT', percent: 21 }, new Facts({ terminal: 'standard' }));
new inline.Engine().check('tax', { name: 'VAT', percent: 21 }, new Facts({ terminal: 'standard' }));
if (required.Engine === Engine && inline.Engine === Engine) console.log('together');
