// The language of messages.

import type { Finding } from 'paylint';

/** The message of a finding. */
export function messageOf(finding: Finding): string {
  return finding.message;
}
