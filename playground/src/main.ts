// The playground: starts paylint and shows one of the page's views.

import { init } from 'paylint';
import { byId, make } from './dom.js';
import type { Editor } from './request/editor.js';
import { bytesOf, unpacked } from './request/share.js';
import { follow, measure, startRequest } from './request/view.js';

/** The views, with their titles. */
const VIEWS = { request: 'Request', history: 'History' };
type View = keyof typeof VIEWS;
const NAMES = Object.keys(VIEWS) as View[];

/** The target of the link that skips to the content. */
const MAIN = '#main';

async function start(): Promise<void> {
  try {
    const module = await compile();
    await init(module);
    await startViews(module);
  } catch (error) {
    showBlocked(error as Error);
  }
  document.documentElement.dataset['ready'] = 'true';
}

/** The module stands in a script: from a folder without a server, nothing can be fetched. */
async function compile(): Promise<WebAssembly.Module> {
  const { default: packed } = await import('virtual:paylint.wasm');
  return WebAssembly.compile(await unpacked(bytesOf(packed)));
}

function startViews(module: WebAssembly.Module): Promise<void> {
  startRequest(module);
  // When it is first shown: not before it is needed.
  let history: Editor | undefined;
  const show = async (): Promise<void> => {
    await follow(location.hash);
    if (location.hash === MAIN) return;
    const view = NAMES.find((view) => location.hash === `#${view}`) ?? 'request';
    showView(view);
    if (view === 'history') history ??= (await import('./history/view.js')).startHistory();
    measure();
    history?.measure();
  };
  addEventListener('hashchange', () => void show());
  return show();
}

function showView(name: View): void {
  for (const view of NAMES) {
    byId(`${view}-view`).hidden = name !== view;
    const link = byId(`to-${view}`);
    if (view === name) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
  document.title = `${VIEWS[name]} · paylint playground`;
}

/** Says why nothing works. */
function showBlocked(error: Error): void {
  for (const view of NAMES) byId(`${view}-view`).hidden = true;
  const blocked = byId('blocked');
  blocked.hidden = false;
  blocked.replaceChildren(
    make('h2', {}, 'paylint couldn’t be started, so nothing can be checked here'),
    make(
      'p',
      {},
      'It is a WebAssembly module. Some browsers switch WebAssembly off in their strictest security mode, and a server’s ' +
        'Content Security Policy forbids it unless its script-src has ‘wasm-unsafe-eval’.',
    ),
    make('p', { class: 'hint' }, make('code', {}, error.message)),
  );
}

// Once the page is painted.
requestAnimationFrame(() => setTimeout(() => void start()));
