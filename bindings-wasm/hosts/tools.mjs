// Tools for the tests of hosts.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { cpSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { serve } from '../test/browser.mjs';

const RESULT = '`products[0].price` must be at least 0.01, not 0.001; leave out what is free, and take discounts off the other prices; true; true';
/** Milliseconds that a command may take, and a server to start. */
const PATIENCE = 300_000;

/** Ends each server and command that is running. Commands have process groups of their own. */
const running = new Set();
const endAll = () => [...running].map((end) => end());
process.on('exit', endAll);
// A signal ends a process without `exit`. Ctrl-C doesn't reach other groups.
for (const [signal, number] of [['SIGHUP', 1], ['SIGINT', 2], ['SIGTERM', 15]])
  process.once(signal, () => process.exit(128 + number));

export function tools(folder, versions, browser) {
  const env = {
    ...process.env,
    PATH: join(folder, 'node_modules/.bin') + delimiter + process.env.PATH,
    CI: 'true',
    NO_COLOR: '1',
    NEXT_TELEMETRY_DISABLED: '1',
  };
  const launch = (args) => {
    const [extra, command, ...rest] = typeof args[0] === 'string' ? [{}, ...args] : args;
    const options = { cwd: folder, env: { ...env, ...extra }, stdio: ['ignore', 'pipe', 'pipe'], detached: true };
    const child = spawn(command, rest, options);
    const end = () => {
      try {
        process.kill(-child.pid, 'SIGKILL');
      } catch {
        // It has ended.
      }
    };
    const output = { all: '', out: '' };
    child.stdout.on('data', (data) => {
      output.out += data;
      output.all += data;
    });
    child.stderr.on('data', (data) => (output.all += data));
    running.add(end);
    const timer = setTimeout(end, PATIENCE);
    const ended = new Promise((resolve, reject) => {
      child.on('error', reject);
      child.on('close', (code) => {
        clearTimeout(timer);
        running.delete(end);
        resolve(code);
      });
    });
    return { child, output, ended, line: [command, ...rest].join(' ') };
  };

  return {
    versions,
    /** Runs a command, perhaps with variables before it, and returns what it printed. */
    async run(...args) {
      const { output, ended, line } = launch(args);
      const code = await ended;
      assert.equal(code, 0, `${line}: exit code ${code}\n${output.all}`);
      return output.out;
    },
    /** Starts a server and returns its address, which its output has. */
    async start(ready, ...args) {
      const { child, output, ended, line } = launch(args);
      return await Promise.race([
        new Promise((resolve) => {
          child.stdout.on('data', () => {
            // Without colours.
            const found = ready.exec(output.all.replace(/\x1b\[\d*m/g, ''));
            if (found) resolve(found[1].replace(/\/$/, ''));
          });
        }),
        ended.then((code) => assert.fail(`${line}: exit code ${code}\n${output.all}`)),
      ]);
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

/** The text of a page when it says that it is done. */
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
    await page.waitForFunction(() => document.body.dataset.done !== undefined, undefined, {
      timeout: 60_000,
    });
    return `${await page.evaluate(() => document.body.innerText.trim())}\n${notes.join('\n')}`;
  } catch (error) {
    throw new Error(`${url}: ${error.message}\n${notes.join('\n')}`);
  } finally {
    await page.close();
  }
}
