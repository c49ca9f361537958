import { shop } from './shop.js';

shop().then(console.log);
