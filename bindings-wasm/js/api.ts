export { explain, matrix, meant, members, route, rules } from './catalogue.js';
export { Engine } from './engine.js';
export { PaylintError } from './errors.js';
export type { ErrorCode } from './errors.js';
export { Facts } from './facts.js';
export { checkedFetch, RefusedError } from './fetch.js';
export { cardBrand, fieldState, formatCardNumber, groupCardNumber, normalize, normalizeBody } from './form.js';
export { findingsAt, toProblem } from './report.js';
export type * from './types.js';
