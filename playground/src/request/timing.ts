// How long a check takes.

const BATCHES = 9;
/** How long a batch has to be for the browser's clock, which counts in steps of up to 0.1 ms. */
const BATCH_MS = 2;

/** The median time of one run, in microseconds. */
export function microseconds(run: () => void): number {
  let runs = 1;
  while (timeOf(run, runs) < BATCH_MS) runs *= 2;
  const times = Array.from({ length: BATCHES }, () => timeOf(run, runs)).sort((a, b) => a - b);
  return ((times[(BATCHES - 1) / 2] as number) * 1000) / runs;
}

function timeOf(run: () => void, runs: number): number {
  const before = performance.now();
  for (let done = 0; done < runs; done += 1) run();
  return performance.now() - before;
}

/** `4.2 µs`, `310 µs`. */
export function inMicroseconds(time: number): string {
  return `${time.toLocaleString('en', { maximumSignificantDigits: 2 })} µs`;
}
