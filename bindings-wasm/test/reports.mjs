// Prints the report of each case in a file, or "error" if the package throws an error of its own, one per line.
//
//   node test/reports.mjs cases.tsv

import { readFileSync } from 'node:fs';
import { Engine, PaylintError } from 'paylint';
import { read } from './cases.mjs';

const standard = new Engine();
const report = ({ operation, bytes, facts, policy }) => {
  const engine = policy === undefined ? standard : new Engine(policy);
  try {
    return engine.checkJson(operation, bytes, facts);
  } finally {
    if (engine !== standard) engine.free();
  }
};

for (const each of read(readFileSync(process.argv[2], 'utf8'))) {
  let line = 'error';
  try {
    line = report(each);
  } catch (error) {
    if (!(error instanceof PaylintError)) throw error;
  }
  process.stdout.write(`${line}\n`);
}
