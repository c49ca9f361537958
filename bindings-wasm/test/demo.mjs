// Shared by the tests of the demo: opens its pages, types into its editors, and asks axe.

import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { launch, serve } from './browser.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export const output = `${here}output`;

/** Serves the built demo and starts a browser. */
export async function startDemo(options) {
  const server = await serve({ '/': `${here}../demo/dist` }, options);
  const browser = await launch();
  const close = async () => {
    await browser.close();
    await server.close();
  };
  return { open: (how) => open(browser, server, how), url: server.url, close };
}

/**
 * Opens the page and waits until it is ready. `page.messages` collects errors and whatever the page
 * logs, and `page.requests` the addresses of what it loads.
 */
async function open(browser, server, { hash = '', width = 1280, height = 900, ...rest } = {}) {
  const { before, scheme = 'light', forced = 'none', at = `${server.url}/` } = rest;
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: scheme,
    forcedColors: forced,
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  context.setDefaultTimeout(120_000);
  const page = await context.newPage();
  page.messages = [];
  page.requests = [];
  page.on('pageerror', (error) => page.messages.push(`${error}`));
  page.on('console', (message) => page.messages.push(message.text()));
  page.on('request', (request) => page.requests.push(request.url()));
  if (before !== undefined) await page.addInitScript(before);
  await page.goto(at + hash);
  await page.waitForSelector('html[data-ready]');
  return page;
}

/** Replaces the text of an editor. */
export async function type(page, part, text) {
  await page.locator(`#${part}-editor .cm-content`).focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  await page.keyboard.insertText(text);
}

/** The text of an editor. */
export async function textIn(page, part) {
  const lines = page.locator(`#${part}-editor .cm-line`);
  return (await lines.evaluateAll((all) => all.map((line) => line.textContent))).join('\n');
}

/** Waits until an element says something, and isn't about to say something else. */
export const says = (page, selector, words) =>
  page.waitForFunction(
    ([selector, source]) => {
      const element = document.querySelector(selector);
      return element.ariaBusy !== 'true' && new RegExp(source).test(element.innerText);
    },
    [selector, words.source],
  );

export const verdict = (page) => page.innerText('#verdict-words');
export const findings = (page) => page.locator('#findings li').allInnerTexts();
export const clipboard = (page) => page.evaluate(() => navigator.clipboard.readText());

/** What axe finds: each rule with the elements that violate it. */
export async function violations(page) {
  await page.evaluate(axe);
  return page.evaluate(async () => {
    const result = await globalThis.axe.run(document);
    return result.violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)]);
  });
}

/** The elements that stick out of the page at the right. */
export function tooWide(page) {
  return page.evaluate(() => {
    const all = [...document.querySelectorAll('header *, main *, dialog[open] *')];
    const inside = 'pre, .scroll, .cm-scroller, .visually-hidden';
    const out = all.filter(
      (element) =>
        element.closest(inside) === null && element.getBoundingClientRect().right > innerWidth + 1,
    );
    const scrolls = document.documentElement.scrollWidth > innerWidth ? ['the page scrolls'] : [];
    return [...scrolls, ...out.map((element) => element.outerHTML.slice(0, 120))];
  });
}
