// The playground: starts paylint and shows one of the page's two views.

import module from 'paylint/paylint.wasm?url';
import { byId, make } from './dom.js';

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
  const { startCheckout } = await import('./checkout/view.js');
  const request = startRequest();
  startCheckout((sheet) => {
    request.load(sheet);
    location.hash = '#request';
    // The button that was pressed is about to be hidden.
    byId('main').focus();
  });
  const show = (): void => {
    request.follow(location.hash);
    if (location.hash === MAIN) return;
    showView(location.hash === '#checkout' ? 'checkout' : 'request');
    request.shown();
  };
  showView('request');
  addEventListener('hashchange', show);
  show();
}

function showView(name: 'request' | 'checkout'): void {
  byId('request-view').hidden = name !== 'request';
  byId('checkout-view').hidden = name !== 'checkout';
  for (const view of ['request', 'checkout']) {
    const link = byId(`to-${view}`);
    if (view === name) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
  document.title = `${name === 'request' ? 'Request' : 'Checkout form'} · paylint playground`;
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
