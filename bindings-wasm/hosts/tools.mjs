// Tools for the tests of hosts.

import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { cpSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify, stripVTControlCharacters } from 'node:util';
import { serve } from '../test/browser.mjs';

const RESULT = '`products[0].price` must be at least 0.01, not 0.001; leave out what is free, and take discounts off the other prices; true; true';
/** Milliseconds that a command may take, and a server to start. */
const PATIENCE = 300_000;

/** Ends each server that is running. Commands that serve have process groups of their own. */
const running = new Set();
const endAll = () => [...running].map((end) => end());
process.on('exit', endAll);
// A signal ends a process without `exit`. Ctrl-C doesn't reach other groups.
for (const [signal, number] of [['SIGHUP', 1], ['SIGINT', 2], ['SIGTERM', 15]])
  process.once(signal, () => process.exit(128 + number));

export function tools(folder, versions, tarball, browser) {
  const env = {
    ...process.env,
    PATH: join(folder, 'node_modules/.bin') + delimiter + process.env.PATH,
    CI: 'true',
    NO_COLOR: '1',
    NEXT_TELEMETRY_DISABLED: '1',
  };
  return {
    versions,
    tarball,
    /** Runs a command, and returns what it printed. */
    async run(command, ...args) {
      const options = { cwd: folder, env, timeout: PATIENCE, maxBuffer: Infinity };
      const ran = promisify(execFile)(command, args, options);
      const { stdout } = await ran.catch(({ message, stdout }) => assert.fail(`${message}\n${stdout}`));
      return stdout;
    },
    /** Starts a server and returns its address, which its output has. */
    async start(ready, command, ...args) {
      const options = { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'], detached: true, timeout: PATIENCE };
      const { pid, stdout } = spawn(command, args, options);
      running.add(() => {
        try {
          process.kill(-pid, 'SIGKILL');
        } catch {
          // It has ended.
        }
      });
      let output = '';
      for await (const data of stdout.iterator({ destroyOnReturn: false })) {
        output += stripVTControlCharacters(`${data}`);
        const found = ready.exec(output);
        if (!found) continue;
        stdout.resume();
        return found[1].replace(/\/$/, '');
      }
      return assert.fail(`${command} has ended:\n${output}`);
    },
    async serve(path) {
      const { url, close } = await serve({ '/': join(folder, path) });
      running.add(close);
      return url;
    },
    page: (url) => textOf(browser, url),
    copy: (from, to) => cpSync(join(folder, from), join(folder, to)),
    write: (file, json) => writeFileSync(join(folder, file), JSON.stringify(json, null, 2)),
    is(text, expected = RESULT) {
      assert.ok(text.includes(expected), `expected ${expected}\nfound ${text}`);
    },
    /** Ends the servers that are running. */
    async close() {
      await Promise.all(endAll());
      running.clear();
    },
  };
}

/** The text of a page once it has one. */
async function textOf(browser, url) {
  const page = await browser.newPage();
  const notes = [];
  page.on('pageerror', (error) => notes.push(`${error}`));
  page.on('console', (message) => notes.push(message.text()));
  page.on('response', (response) => {
    if (response.status() >= 400) notes.push(`HTTP ${response.status()} ${response.url()}`);
  });
  try {
    await page.goto(url, { timeout: PATIENCE });
    const text = await page.waitForFunction(() => document.body.innerText.trim(), undefined, { timeout: 60_000 });
    return `${await text.jsonValue()}\n${notes.join('\n')}`;
  } catch (error) {
    throw new Error(`${url}: ${error.message}\n${notes.join('\n')}`);
  } finally {
    await page.close();
  }
}
