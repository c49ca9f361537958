import { shop } from './shop.js';

console.log(await shop());
