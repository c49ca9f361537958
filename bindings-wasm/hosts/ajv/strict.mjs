// Compiles the package's schemas in Ajv's strict mode.

import { readdirSync, readFileSync } from 'node:fs';
import Ajv from 'ajv/dist/2020.js';

const formats = Object.fromEntries(['date', 'date-time', 'email', 'ipv4', 'ipv6', 'uri'].map((name) => [name, true]));
const folder = 'node_modules/paylint/schemas/';
const files = readdirSync(folder);
for (const file of files) new Ajv({ strict: true, formats }).compile(JSON.parse(readFileSync(folder + file, 'utf8')));
console.log(`${files.length} schemas`);
