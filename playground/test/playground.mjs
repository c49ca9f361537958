// Shared by the tests of the playground: opens its pages, and types into its editors.

import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { launch, serve } from '../../bindings-wasm/test/browser.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));

/** Serves the built playground and starts a browser. */
export async function startPlayground(options) {
  const server = await serve({ '/': `${here}../dist` }, options);
  const browser = await launch();
  const close = async () => {
    await browser.close();
    await server.close();
  };
  const closePages = () => Promise.all(browser.contexts().map((context) => context.close()));
  return { open: (how = {}) => open(browser, { at: `${server.url}/`, ...how }), closePages, url: server.url, close };
}

/**
 * Opens the playground in a new page, in which `before` has run, and waits until it is ready. `messages` collects the
 * page's errors and whatever it logs, and `requests` the addresses of what it loads.
 */
async function open(browser, { at, hash = '', width = 1280, height = 900, before = () => {} }) {
  const permissions = ['clipboard-read', 'clipboard-write'];
  const context = await browser.newContext({ permissions, viewport: { width, height }, reducedMotion: 'reduce' });
  context.setDefaultTimeout(120_000);
  const page = await context.newPage();
  page.messages = [];
  page.requests = [];
  page.on('pageerror', (error) => page.messages.push(`${error}`));
  page.on('console', (message) => page.messages.push(message.text()));
  page.on('request', (request) => page.requests.push(request.url()));
  await page.addInitScript(before);
  await page.goto(at + hash);
  await page.waitForSelector('html[data-ready]');
  await settled(page);
  return page;
}

/** Moves the focus into an editor, which loads it. */
export async function focus(page, part) {
  await page.locator(`#${part}-editor .cm-content`).focus();
  await page.locator(`#${part}-editor .cm-focused .cm-content[contenteditable]`).waitFor();
}

/** Replaces the text of an editor. */
export async function type(page, part, text) {
  await focus(page, part);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  await page.keyboard.insertText(text);
  await settled(page);
}

/** Pastes a text in place of the body. */
export async function paste(page, text) {
  await page.evaluate((text) => navigator.clipboard.writeText(text), text);
  await focus(page, 'body');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('ControlOrMeta+v');
  await settled(page);
}

/** Presses Tab until the label or text of the focused control matches. */
export async function tabTo(page, pattern) {
  const focused = () => page.evaluate(() => document.activeElement.ariaLabel ?? document.activeElement.textContent);
  for (let tabs = 0; !pattern.test(await focused()); tabs += 1) {
    assert.ok(tabs < 200, `${pattern} can't be reached`);
    await page.keyboard.press('Tab');
  }
}

/** Waits until what is shown is about the present text. */
export function settled(page) {
  return page.waitForFunction(() => document.getElementById('verdict').ariaBusy !== 'true');
}

/** The text of an editor. */
export async function textIn(page, part) {
  const lines = page.locator(`#${part}-editor .cm-line`);
  return (await lines.evaluateAll((all) => all.map((line) => line.textContent))).join('\n');
}

/**
 * Waits until an element has a text, and nothing is busy. Needed after opening or closing a `<details>`, of which the page
 * hears only later, so until then it is settled.
 */
export const says = (page, selector, words) =>
  page.waitForFunction(
    ([selector, source]) => {
      const elements = ['#verdict', selector].map((name) => document.querySelector(name));
      const isBusy = elements.some(({ ariaBusy }) => ariaBusy === 'true');
      return !isBusy && new RegExp(source).test(elements[1].innerText);
    },
    [selector, words.source],
  );

export async function verdict(page) {
  await settled(page);
  return page.innerText('#verdict-words');
}

export async function findings(page) {
  await settled(page);
  return page.locator('#findings li').allInnerTexts();
}

/** The page's address, which Playwright hears of only later. */
export const address = (page) => page.evaluate(() => location.href);

export const clipboard = (page) => page.evaluate(() => navigator.clipboard.readText());

/** The elements that stick out of the page at the right. */
export function tooWide(page) {
  return page.evaluate(() => {
    const all = [...document.querySelectorAll('header *, main *')];
    const inside = 'pre, .cm-scroller, .visually-hidden';
    const out = all.filter(
      (element) =>
        element.closest(inside) === null && element.getBoundingClientRect().right > innerWidth + 1,
    );
    const scrolls = document.documentElement.scrollWidth > innerWidth ? ['the page scrolls'] : [];
    return [...scrolls, ...out.map((element) => element.outerHTML.slice(0, 120))];
  });
}
