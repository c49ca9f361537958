#!/usr/bin/env node
// Says what is wrong with the translations that ES modules export.

import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { mistakesIn } from './messages.js';

const files = process.argv.slice(2);
if (files.length === 0) {
  console.error('usage: paylint-messages FILE… (ES modules that export translations)');
  process.exit(2);
}
let wrong = 0;
for (const file of files) {
  const exported = Object.entries(await import(pathToFileURL(resolve(file))));
  const translations = exported.filter(([, value]) => typeof value?.templates === 'object');
  if (translations.length === 0) {
    console.error(`${file}: exports no translation`);
    process.exitCode = 2;
  }
  for (const [name, translation] of translations)
    for (const mistake of mistakesIn(translation)) {
      wrong += 1;
      console.log(`${file}: ${name}: ${mistake}`);
    }
}
if (wrong > 0) process.exitCode ||= 1;
