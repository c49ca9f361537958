export { explain, matrix, members, route, rules } from './catalogue.js';
export { Engine } from './engine.js';
export { FactsError, HistoryError, PaylintError, PolicyError } from './errors.js';
export type { ErrorCode } from './errors.js';
export { Facts } from './facts.js';
export { cardBrand, fieldState } from './form.js';
export { findingsAt, toProblem } from './report.js';
export type * from './types.js';
