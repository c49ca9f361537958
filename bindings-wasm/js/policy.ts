// Passes policies to the module.

import { PaylintError } from './errors.js';
import { put, raw, takeFailure } from './instance.js';
import { layerOf } from './json.js';
import type { Policy } from './types.js';

/**
 * Compiles a policy, or layers that are laid one over another, and returns the handle of an engine.
 */
export function compile(policy: Policy | string | readonly (Policy | string)[]): number {
  const layers = isArray(policy) ? policy : [policy];
  const texts = layers.map((layer, place) =>
    layerOf(
      layer,
      (problem, member) =>
        new PaylintError(`invalid policy: ${member && `${member}: `}${problem}`, 'ERR_PAYLINT_POLICY', { member, layer: place }),
    ),
  );
  const handle = raw.new_engine(put(texts.join('')));
  if (handle >= 0) return handle;
  const [member, message] = takeFailure();
  throw new PaylintError(message, 'ERR_PAYLINT_POLICY', { member, layer: -1 - handle });
}

function isArray(value: unknown): value is readonly unknown[] {
  try {
    return Array.isArray(value);
  } catch {
    // A revoked proxy.
    return false;
  }
}
