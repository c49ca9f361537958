import { shop } from './shop.js';

export default {
  async fetch() {
    return new Response(await shop().catch((error) => `${error.name}: ${error.message}`));
  },
};
