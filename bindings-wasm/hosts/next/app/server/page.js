import { shop } from '../../shop.js';

export const dynamic = 'force-dynamic';

export default async function Page() {
  return <p>{await shop()}</p>;
}
