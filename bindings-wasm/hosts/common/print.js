import { shop } from './shop.js';

// Some bundlers' targets are older than `await` here.
shop().then(console.log);
