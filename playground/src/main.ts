// The playground: starts paylint and shows one of the page's views.

import { init } from 'paylint';
import { byId, make } from './dom.js';
import type { Editor } from './request/editor.js';
import { bytesOf, unpacked } from './request/share.js';
import { startRequest } from './request/view.js';

const VIEWS = ['request', 'history', 'checkout'] as const;
type View = (typeof VIEWS)[number];
const TITLES: Record<View, string> = {
  request: 'Request',
  history: 'History',
  checkout: 'Checkout form',
};

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
}

/** The module stands in a script: from a folder without a server, nothing can be fetched. */
async function compile(): Promise<WebAssembly.Module> {
  const { default: packed } = await import('virtual:paylint.wasm');
  return WebAssembly.compile(await unpacked(bytesOf(packed)));
}

function startViews(module: WebAssembly.Module): Promise<void> {
  const request = startRequest(module);
  const startForm = async (): Promise<void> =>
    (await import('./checkout/view.js')).startCheckout((sheet) => {
      request.load(sheet);
      location.hash = '#request';
      // The button that was pressed is about to be hidden.
      byId('main').focus();
    });
  // When they are first shown: not before they are needed.
  let history: Editor | undefined;
  let form: Promise<void> | undefined;
  const show = async (): Promise<void> => {
    await request.follow(location.hash);
    if (location.hash === MAIN) return;
    const view = VIEWS.find((view) => location.hash === `#${view}`) ?? 'request';
    showView(view);
    if (view === 'checkout') await (form ??= startForm());
    if (view === 'history') history ??= (await import('./history/view.js')).startHistory();
    request.shown();
    history?.measure();
  };
  addEventListener('hashchange', () => void show());
  return show();
}

function showView(name: View): void {
  for (const view of VIEWS) {
    byId(`${view}-view`).hidden = name !== view;
    const link = byId(`to-${view}`);
    if (view === name) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
  document.title = `${TITLES[name]} · paylint playground`;
}

/** Says why nothing works. */
function showBlocked(error: Error): void {
  for (const view of VIEWS) byId(`${view}-view`).hidden = true;
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

void start().then(() => {
  document.documentElement.dataset['ready'] = 'true';
});
