import { shop } from '../../shop.js';

export const runtime = 'edge';

export async function GET() {
  return new Response(await shop());
}
