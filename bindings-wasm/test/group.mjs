// Programs with a process group of their own, which doesn't outlive this process.

import { spawn } from 'node:child_process';

const running = new Set();

/** Starts a program. `end` ends it together with what it has started. */
export function startGroup(command, args, options) {
  const child = spawn(command, args, { ...options, detached: true });
  const end = () => {
    try {
      process.kill(-child.pid, 'SIGKILL');
    } catch {
      // It has ended.
    }
  };
  running.add(end);
  child.on('close', () => running.delete(end));
  return { child, end };
}

process.on('exit', () => {
  for (const end of running) end();
});
// A signal ends a process without `exit`. Ctrl-C doesn't reach other groups.
for (const [signal, number] of [['SIGHUP', 1], ['SIGINT', 2], ['SIGTERM', 15]]) {
  process.once(signal, () => process.exit(128 + number));
}
