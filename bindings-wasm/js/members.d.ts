import type { KnownMember } from './types.js';

/** The members of all bodies: a separate file in the package, generated from the schema. */
declare const members: readonly KnownMember[];
export default members;
