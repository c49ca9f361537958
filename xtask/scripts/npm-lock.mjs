// Looks through package-lock.json: permissive licences, a hash for every package, no address, so
// that each comes from the registry that npm is set to, and no scripts run at installation but those
// that are known.
//
//   node xtask/scripts/npm-lock.mjs package-lock.json

import { readFileSync } from 'node:fs';

const LICENCES = ['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0', 'ISC', 'MIT'];
const KNOWN = {
  // Vite's for the playground, and axe-core, which tests it; nothing of them comes into the package.
  'MPL-2.0': /^node_modules\/(lightningcss(-|$)|axe-core$)/,
  // Checks that the binary that npm chose is the right one.
  scripts: /^node_modules\/esbuild$/,
};
const lock = JSON.parse(readFileSync(process.argv[2], 'utf8'));
// Without the workspace's own folders and the links to them.
const packages = Object.entries(lock.packages).filter(
  ([path, { link }]) => path.startsWith('node_modules/') && !link,
);
const faults = packages.flatMap(([path, { license, integrity, resolved, hasInstallScript }]) => [
  ...(LICENCES.includes(license) || KNOWN[license]?.test(path) ? [] : [`${path}: ${license}`]),
  ...(integrity?.startsWith('sha512-') ? [] : [`${path}: no hash`]),
  ...(resolved === undefined ? [] : [`${path}: has an address`]),
  ...(!hasInstallScript || KNOWN.scripts.test(path) ? [] : [`${path}: runs a script`]),
]);
for (const fault of faults) console.error(fault);
console.log(`${packages.length} npm packages`);
process.exitCode = packages.length === 0 || faults.length > 0 ? 1 : 0;
