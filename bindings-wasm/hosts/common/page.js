import { shop } from './shop.js';

shop()
  .catch((error) => `${error.name}: ${error.message}`)
  .then((text) => document.body.append(text));
