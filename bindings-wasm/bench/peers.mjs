// Other validators, with schemas of an order: only what a schema can express, so no rule that looks
// at two members. Each tells everything that is wrong, and whether a value is an order.

import ajv from './peers/ajv.mjs';
import arktype from './peers/arktype.mjs';
import zod from './peers/zod.mjs';

export const peers = { ajv, zod, arktype };
