// What the compatibility table says about two features.

import { matrix, type Feature, type Pair } from 'paylint';

let pairs: Map<string, Pair> | undefined;

/** The pair of two features that can occur together; `undefined` if they can't. */
export function pairOf(a: Feature, b: Feature): Pair | undefined {
  pairs ??= new Map(matrix().pairs.map((pair) => [`${pair.a} ${pair.b}`, pair]));
  const pair = pairs.get(`${a} ${b}`) ?? pairs.get(`${b} ${a}`);
  return pair?.compatibility == null ? undefined : pair;
}
