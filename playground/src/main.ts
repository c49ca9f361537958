// Starts paylint and then the page.

import './parts.js';
import { html } from 'lit-html';
import { init } from 'paylint';
import { byId, fill } from './dom.js';
import { bytesOf, unpacked } from './request/share.js';
import { follow, startRequest } from './request/view.js';

async function start(): Promise<void> {
  try {
    const module = await compile();
    await init(module);
    startRequest(module);
    // Saving may have replaced `location` by now.
    addEventListener('hashchange', ({ newURL }) => void follow(new URL(newURL).hash));
    await follow(location.hash);
  } catch (error) {
    showBlocked(error as Error);
  }
  document.documentElement.dataset['ready'] = 'true';
}

/** The module stands in a script: from a folder without a server, nothing can be fetched. */
async function compile(): Promise<WebAssembly.Module> {
  const { default: packed } = await import('made:paylint.wasm');
  return WebAssembly.compile(await unpacked(bytesOf(packed)));
}

/** Says why nothing works. */
function showBlocked(error: Error): void {
  byId('view').hidden = true;
  byId('blocked').hidden = false;
  fill(
    'blocked',
    html`<h2>paylint couldn’t be started, so nothing can be checked here</h2>
      <p>
        It is a WebAssembly module. Some browsers switch WebAssembly off in their strictest security mode, and a server’s
        Content Security Policy forbids it unless its script-src has ‘wasm-unsafe-eval’.
      </p>
      <p class="hint"><code>${error.message}</code></p>`,
  );
}

// Once the page is painted.
requestAnimationFrame(() => setTimeout(() => void start()));
