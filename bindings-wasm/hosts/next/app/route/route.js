import { shop } from '../../shop.js';

export async function GET() {
  return new Response(await shop());
}
