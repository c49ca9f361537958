// Prints the report of each case in a file, or "error", one per line.
//
//   node test/reports.mjs cases.tsv             through ES modules, in Node
//   node test/reports.mjs cases.tsv browser     in Chromium

import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { launch, serve } from './browser.mjs';
import { read, reports } from './cases.mjs';

const [file, where] = process.argv.slice(2);
const here = fileURLToPath(new URL('.', import.meta.url));
const CHUNK = 5000;

/** Writes all of a text to standard output, even if that is a pipe. */
function print(text) {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(1, bytes, at);
    } catch (error) {
      if (error.code !== 'EAGAIN') throw error;
    }
  }
}

if (where === 'browser') {
  const root = mkdtempSync(join(tmpdir(), 'paylint-'));
  writeFileSync(join(root, 'index.html'), '<!doctype html><title>paylint</title>');
  cpSync(file, join(root, 'cases.tsv'));
  const server = await serve({ '/': root, '/pkg': join(here, '../pkg'), '/test': here });
  const browser = await launch();
  try {
    const page = await browser.newPage();
    await page.goto(server.url);
    const count = await page.evaluate(async () => {
      const { read } = await import('/test/cases.mjs');
      globalThis.paylint = await import('/pkg/index.js');
      await globalThis.paylint.init();
      globalThis.cases = read(await (await fetch('/cases.tsv')).text());
      return globalThis.cases.length;
    });
    for (let from = 0; from < count; from += CHUNK) {
      print(
        await page.evaluate(
          async ([from, to]) => {
            const { reports } = await import('/test/cases.mjs');
            return reports(globalThis.paylint, globalThis.cases.slice(from, to));
          },
          [from, from + CHUNK],
        ),
      );
    }
  } finally {
    await browser.close();
    await server.close();
    rmSync(root, { recursive: true });
  }
} else {
  const paylint = await import('paylint');
  const cases = read(readFileSync(file, 'utf8'));
  for (let from = 0; from < cases.length; from += CHUNK) {
    print(reports(paylint, cases.slice(from, from + CHUNK)));
  }
}
