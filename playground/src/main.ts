// The playground: starts paylint and shows one of the page's views.

import module from 'paylint/paylint.wasm?url';
import { byId, make } from './dom.js';

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
    const { init } = await import('paylint');
    await init(module);
    await startViews();
  } catch (error) {
    showBlocked(error as Error);
  }
}

async function startViews(): Promise<void> {
  const { startRequest } = await import('./request/view.js');
  const { startHistory } = await import('./history/view.js');
  const { startCheckout } = await import('./checkout/view.js');
  const request = startRequest();
  const open = (sheet: Parameters<typeof request.load>[0]): void => {
    request.load(sheet);
    location.hash = '#request';
    // The button that was pressed is about to be hidden.
    byId('main').focus();
  };
  const history = startHistory(({ operation, body, facts, policy }) => {
    open({ operation, body: body ?? '', facts: facts ?? '', policy: policy ?? '' });
  });
  startCheckout(open);
  const show = (): void => {
    request.follow(location.hash);
    if (location.hash === MAIN) return;
    showView(VIEWS.find((view) => location.hash === `#${view}`) ?? 'request');
    request.shown();
    history.shown();
  };
  showView('request');
  addEventListener('hashchange', show);
  show();
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

/** Says why nothing works. It is almost always that the page may not compile WebAssembly. */
function showBlocked(error: Error): void {
  const hasWasm = typeof WebAssembly === 'object';
  const isPolicy = /Content Security Policy/.test(error.message);
  const [title, advice] = !hasWasm
    ? [
        'This browser has WebAssembly switched off',
        'paylint is a WebAssembly module. Allow WebAssembly for this page, or use another ' +
          'browser; some switch it off in their strictest security mode.',
      ]
    : isPolicy
      ? [
          'WebAssembly is blocked on this page',
          'The server that hosts this page sends a Content Security Policy that forbids ' +
            'WebAssembly. Its script-src needs ‘wasm-unsafe-eval’.',
        ]
      : [
          'paylint couldn’t be loaded',
          'Reload the page. If that doesn’t help, check that all its files are there.',
        ];
  const blocked = byId('blocked');
  blocked.hidden = false;
  blocked.replaceChildren(
    make('h2', {}, title),
    make('p', {}, `${advice} Until then nothing can be checked here.`),
    make('p', { class: 'hint' }, make('code', {}, error.message)),
  );
}

await start();
document.documentElement.dataset['ready'] = 'true';
