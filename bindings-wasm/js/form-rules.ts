// Rules for what a person types into a form: what no gateway says, and every shopper wants to hear.

import { cardBrand } from './form.js';
import { denies, findingsAt } from './report.js';
import type { Finding, FormParamsOf, FormRuleName, Level, Report } from './types.js';

/** The largest providers of mailboxes for everybody. */
const PROVIDERS = (
  'gmail.com yahoo.com hotmail.com outlook.com icloud.com aol.com live.com msn.com mail.com ymail.com ' +
  'gmx.de gmx.net web.de mail.ru yandex.ru orange.fr free.fr libero.it googlemail.com hotmail.co.uk'
).split(' ');

/** How strict a policy is about what the rules here add to. */
export interface Strictness {
  card: Level;
  email: Level;
}

type Found = { [R in FormRuleName]: [rule: R, level: Level, message: string, params: FormParamsOf[R]] }[FormRuleName];

/** Adds what the rules here find in a body to its report. */
export function withFormRules<R extends Report>(report: R, body: unknown, levels: Strictness): R {
  const { card_number, email, client } = Object(body) as Record<string, unknown>;
  const own = [
    ...at(report, '/card_number', card_number, inNumber, levels.card),
    ...at(report, '/email', email, inEmail, levels.email),
    ...at(report, '/client/email', (Object(client) as Record<string, unknown>)['email'], inEmail, levels.email),
  ];
  if (own.length === 0) return report;
  const findings = [...report.findings, ...own];
  return own.some(denies) && report.verdict === 'accept'
    ? { ...report, findings, verdict: 'reject', status: 400 }
    : { ...report, findings };
}

/** The finding at a member, if there is one; beside others only that a number is none. */
function at(
  report: Report,
  path: string,
  value: unknown,
  look: (value: string, level: Level, member: string) => Found | undefined,
  strict: Level,
): Finding[] {
  if (typeof value !== 'string' || strict === 'allow') return [];
  const [rule, level, message, params] = look(value, strict, path.slice(1).replace('/', '.')) ?? [];
  if (rule === undefined || (findingsAt(report, path).length > 0 && rule !== 'form.card_number_zero')) return [];
  return [{ rule, level, basis: 'convention', source: null, path, message, params } as Finding];
}

function inNumber(number: string, strict: Level, member: string): Found | undefined {
  if (number.startsWith('0'))
    return ['form.card_number_zero', strict, `${member} begins with 0, as no card number does`, {}];
  const brand = cardBrand(number);
  if (brand === null)
    return ['form.card_number_brand', 'warn', `${member} begins like no known card network's numbers`, {}];
  const actual = number.length;
  if (brand.lengths_in_use.includes(actual)) return undefined;
  const incomplete = actual < Math.max(...brand.lengths_in_use);
  const than = incomplete ? 'shorter' : 'longer';
  const message = `${member} is ${than} than nearly all numbers of the brand ${brand.brand}`;
  return ['form.card_number_length', 'warn', message, { brand: brand.brand, actual, incomplete }];
}

function inEmail(email: string, strict: Level, member: string): Found | undefined {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  if (!domain.includes('.'))
    return ['form.email_domain', strict, `the domain of ${member} has no dot`, { incomplete: true }];
  const nearest = PROVIDERS.includes(domain) ? undefined : PROVIDERS.find((known) => isOneSlipFrom(domain, known));
  return nearest === undefined
    ? undefined
    : ['form.email_typo', 'warn', `the domain of ${member} looks like ${nearest}, mistyped`, { nearest }];
}

/** Whether one letter is missing, added or another one, or two stand the wrong way round. */
function isOneSlipFrom(text: string, known: string): boolean {
  let same = 0;
  while (same < text.length && text[same] === known[same]) same += 1;
  const [a, b] = [text.slice(same), known.slice(same)];
  const isSwapped = a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2);
  return isSwapped || a.slice(1) === b || a === b.slice(1) || a.slice(1) === b.slice(1);
}
