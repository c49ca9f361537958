// Says what is wrong with the languages in js/messages, without building the package.
//
//   node check-messages.mjs [LANGUAGE…]
//
// build.sh has to have run once, because the names of rules and members are generated.

import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';

const inHere = (path) => fileURLToPath(new URL(path, import.meta.url));
const all = readdirSync(inHere('js/messages')).map((file) => file.replace('.ts', ''));
const languages = process.argv.length > 2 ? process.argv.slice(2) : all;
const work = mkdtempSync(join(tmpdir(), 'paylint-messages-'));
try {
  buildSync({
    bundle: true,
    format: 'esm',
    entryPoints: ['messages', ...languages.map((name) => `messages/${name}`)].map((name) =>
      inHere(`js/${name}.ts`),
    ),
    outbase: inHere('js'),
    outdir: work,
    logLevel: 'error',
  });
  writeFileSync(join(work, 'package.json'), '{ "type": "module" }');
  cpSync(inHere('package/check-messages.js'), join(work, 'check.js'));
  const files = languages.map((name) => join('messages', `${name}.js`));
  execFileSync(process.execPath, [join(work, 'check.js'), ...files], { cwd: work, stdio: 'inherit' });
} catch (error) {
  process.exitCode = error.status ?? 1;
  if (error.status === undefined) throw error;
} finally {
  rmSync(work, { recursive: true });
}
