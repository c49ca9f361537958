// Makes a host's project in target/hosts, and installs what it needs and the packed package there.

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const here = fileURLToPath(new URL('.', import.meta.url));
const pkg = fileURLToPath(new URL('../pkg', import.meta.url));
const root = fileURLToPath(new URL('../..', import.meta.url));
const target = resolve(root, process.env.CARGO_TARGET_DIR || 'target', 'hosts');

/** Dependencies of dependencies are as of this day, so that a run can be repeated. */
const BEFORE = '2026-11-22';

/** Packs the package and returns the file. */
export function pack() {
  if (process.env.PAYLINT_TARBALL) return process.env.PAYLINT_TARBALL;
  mkdirSync(target, { recursive: true });
  const name = npm(target, 'pack', pkg).trim();
  return join(target, name);
}

/**
 * Makes a host's project with some dependencies in other versions. Returns its folder and the
 * versions of its dependencies.
 */
export function prepare(name, { dependencies, manifest = { type: 'module' } }, other, tarball) {
  const folder = join(target, [name, ...Object.values(other)].join('-'));
  const versions = { ...dependencies, ...other };
  mkdirSync(folder, { recursive: true });
  for (const old of readdirSync(folder)) {
    if (!/^(node_modules|installed)$/.test(old)) rmSync(join(folder, old), { recursive: true });
  }
  cpSync(join(here, 'common'), folder, { recursive: true });
  cpSync(join(here, name), folder, {
    recursive: true,
    filter: (file) => !file.endsWith('host.mjs'),
  });
  const text = JSON.stringify({ name: 'host', private: true, ...manifest, dependencies: versions });
  writeFileSync(join(folder, 'package.json'), text);
  const installed = join(folder, 'installed');
  const now = createHash('sha256').update(text + BEFORE).update(readFileSync(tarball)).digest('hex');
  if (!existsSync(installed) || readFileSync(installed, 'utf8') !== now) {
    for (const old of ['installed', 'node_modules']) rmSync(join(folder, old), { recursive: true, force: true });
    npm(folder, 'install', '--no-package-lock', '--no-save', '--prefer-offline', `--before=${BEFORE}`, tarball);
    writeFileSync(installed, now);
  }
  return { folder, versions };
}

/** Runs npm in a folder. */
export function npm(folder, ...args) {
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error', '--no-update-notifier'];
  return execFileSync('npm', [...args, ...quiet], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}
