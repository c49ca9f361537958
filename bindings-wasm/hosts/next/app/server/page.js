import { shop } from '../../shop.js';
import { Done } from '../done.js';

export const dynamic = 'force-dynamic';

export default async function Page() {
  return <Done>{await shop()}</Done>;
}
