import { init } from 'paylint';
import module from 'paylint/paylint.wasm?module';
import { shop } from '../../shop.js';

export const runtime = 'edge';

export async function GET() {
  // The edge runtime compiles nothing.
  await init(module);
  return new Response(await shop());
}
