// Right and wrong uses, only to compile. A wrong use that compiles is an error, too.

import {
  cardBrand,
  checkedFetch,
  Engine,
  explain,
  Facts,
  fieldState,
  findingsAt,
  formatCardNumber,
  groupCardNumber,
  init,
  matrix,
  normalize,
  normalizeBody,
  PaylintError,
  RefusedError,
  meant,
  route,
  rules,
  toProblem,
  type Capability,
  type ErrorCode,
  type FactName,
  type FactsInit,
  type Field,
  type Fields,
  type Finding,
  type FormState,
  type FormValues,
  type InputState,
  type Observation,
  type Operation,
  type Order,
  type Payment,
  type Payout,
  type Policy,
  type Report,
  type RuleName,
} from 'paylint';
import { Engine as CheckingEngine, init as initChecks } from 'paylint/check';
import { Engine as InlineEngine } from 'paylint/inline';
import { messageIn, mistakesIn, type Translation } from 'paylint/messages';
import { shopper } from 'paylint/messages/de';
import { policies } from 'paylint/policies';

await init();
await init(new URL('https://shop.example/paylint.wasm'));
const engine = new Engine({ levels: { 'code.*': 'allow', 'compat.disputed': 'deny' }, max_findings: 5 });
const policy: Policy = {
  levels: { '*': 'warn', 'basis.stated': 'deny', 'custom.*': 'allow', 'custom.order_limit': 'deny' },
  unchecked: 'reject',
  members: [
    { member: '/products/*/sku', on: ['order'], type: 'any' },
    { member: '/discount_amount', on: ['order'], type: 'number', total: 'subtracts' },
  ],
  rules: [
    {
      name: 'custom.order_limit',
      on: ['order', 'capture'],
      level: 'warn',
      when: { currency: ['EUR', 'USD'], absent: '/client/address', terminal: 'standard' },
      member: 'total',
      maximum: '10000.00',
    },
    { name: 'custom.email', on: ['order'], member: '/client/email', required: true },
    { name: 'custom.short', on: ['order'], member: '/products/*/title', max_length: 30 },
    { name: 'custom.discount', on: ['order'], member: '/discount_amount', maximum: { member: 'total' }, from: new Date() },
  ],
};
const own = new Engine([policies.checkout, policies['shop-members'], policy, '{}']);
own.label satisfies string | undefined;
own.fingerprints satisfies { rules: string; policy: string };
const order: Order = { client: { email: 'a@b.lv' }, products: [{ title: 'Lamp', price: 24.9, tax: {} }] };
const facts: FactsInit = {
  now: new Date(),
  order: { capabilities: ['avs', 'moto'], amount: '10.00', scenario: 'payout_a2a' },
};
const compiled = new Facts({ ...facts, now: '2026-11-20T10:15:00Z' });

const report: Report<'order'> = engine.check('order', order, compiled, { card: { brand: 'visa' } });
engine.accepts('tax', new Uint8Array()) satisfies boolean;
engine.checkJson('payout_sdwo', { amount: '10.00' }) satisfies string;
engine.check('order', null);
engine.check('order', { products: [{ price: 1 }] } as const);
for (const bytes of [new ArrayBuffer(2), new SharedArrayBuffer(2), new DataView(new ArrayBuffer(2))])
  engine.check('order', bytes, compiled, new Facts(compiled));
const form: Fields<'order'> = engine.fields('order', order, compiled, { card: { brand: 'visa' } });
for (const { path, type, state, under, needs } of form.fields) {
  [path, type, under, needs] satisfies [string, Field['type'], string | null, FactName[]];
  // @ts-expect-error there is no such state
  state === 'needed';
}
for (const { choices } of engine.fixes('order', order, compiled).fixes) {
  for (const change of choices.flatMap(({ patch }) => patch)) {
    if (change.op === 'move') change.from satisfies string;
    // @ts-expect-error only what is moved comes from somewhere
    else change.from;
  }
}
engine.apply('order', '{}') satisfies string;
engine.apply('order', new Uint8Array(), compiled, true) satisfies Uint8Array;
engine.choose('order', order, [0, 0], compiled) satisfies typeof order | undefined;
for (const finding of report.findings) {
  if (finding.rule === 'product.price_minimum') finding.params.minimum satisfies string;
  if (finding.rule === 'compat.pair') finding.params.features[0] satisfies Capability | string;
  if (finding.rule === 'number.binary_tail') finding.params.value satisfies string | null;
  if (finding.rule === 'contact.email_typo') finding.params.nearest satisfies string;
  if (finding.rule === 'custom.order_limit') finding.params.maximum satisfies string | number | undefined;
  finding.level satisfies 'warn' | 'deny';
}
const pair: Finding<'compat.pair'> | undefined = findingsAt(report, ['products', 0, 'price']).find(
  (finding) => finding.rule === 'compat.pair',
);
toProblem(structuredClone(report))?.errors[0]?.needs satisfies FactName[] | undefined;
if (report.verdict === 'accept') report.status satisfies 200;
else report.status satisfies 400 | 403;
(await explain('avs.address_required')).why satisfies string;
rules().map(({ name }) => name) satisfies RuleName[];
matrix(['moto', 'avs']).pairs[0]?.compatibility satisfies 'compatible' | 'incompatible' | 'disputed' | null | undefined;
matrix(new Set(['two_step'] as const)).can_be_added;
route('POST', '/orders/').operation satisfies Operation | null;
meant('pan') satisfies string[];
const typed = own.checkForm('payment', { exp_year: '2029' }, facts);
[typed.body, typed.report] satisfies [Payment, Report<'payment'>];
fieldState(typed.report, ['client', 'email']) satisfies InputState;
normalizeBody({ email: ' a@b.lv' }).email satisfies string;
[normalize('exp_year', '2029'), formatCardNumber('4111', 4)] satisfies [string | number, { caret: number }];
cardBrand('4111')?.lengths satisfies readonly number[] | undefined;
const result = engine.schema('order', () => facts)['~standard'].validate(order);
if (result.issues === undefined) result.value.products satisfies Order['products'];
else result.issues[0]?.path satisfies readonly (string | number)[] | undefined;
const both = engine.schema({ order: 'order', card: 'payment' }, facts)['~standard'].validate({});
if (both.issues === undefined) both.value.card.csc satisfies string | undefined;
// A form holds text. Libraries compare it with their default values (TanStack Form), or those with it (React Hook Form).
const texts = { order: { client: { email: '' }, products: [{ title: 'Bell', price: 12.5 }] }, card: { csc: '', exp_month: '' } };
const ofTexts = engine.schema({ order: 'order', card: 'payment' });
ofTexts satisfies { '~standard': { types?: { input: typeof texts; output: { card: Payment } } | undefined } };
texts satisfies FormValues<{ order: 'order'; card: 'payment' }>;
// @ts-expect-error the form has no card
({ order: {} }) satisfies FormValues<{ order: 'order'; card: 'payment' }>;
const places = { email: '/order/client/email', expiry: ['/card/exp_month', '/card/exp_year'] };
const shown = new CheckingEngine().form({ order: 'order', card: 'payment' }, places, () => facts);
const state: FormState<{ order: 'order'; card: 'payment' }, 'email' | 'expiry'> = shown(texts);
[state.fields.expiry.state, state.first] satisfies [InputState, 'email' | 'expiry' | undefined];
[state.value.card, state.reports.order] satisfies [Payment, Report<'order'>];
const later = engine.schema('order', async () => facts, {
  level: 'warn',
  message: (reason) => messageIn(shopper, reason),
  warnings: (findings) => findings.forEach(({ path }) => path satisfies string),
});
const outcome = await later['~standard'].validate(order);
if (outcome.issues === undefined) outcome.value.client satisfies Order['client'];
const observe = (seen: Observation) => void (seen.operation satisfies Operation);
checkedFetch(own, 'https://gateway.example/', { facts: compiled, observe }) satisfies typeof fetch;
({}) as RefusedError satisfies { report: Report };
({ setup_future_use: 'one-click', payment_system: 'AUTH' }) satisfies Order;
({ payment_system: 'another' }) satisfies Order;
{
  using freed = new Engine();
  freed.accepts('refund');
}
const translation: Translation = { templates: { 'field.null': '{member} ist null', 'contact.email_typo': '{nearest}?' } };
if (pair) messageIn(translation, pair) satisfies string;
mistakesIn(shopper) satisfies string[];
({ ...shopper, rules: policy.rules }) satisfies Translation;
// As TypeScript sees a file of JSON.
const read = { rules: [{ name: 'custom.a', on: ['order'], message: { de: 'a' } }, { name: 'custom.b', message: { en: 'b' } }, { name: 'custom.c', message: 'c' }] };
({ ...shopper, rules: [...read.rules, ...(policy.rules ?? [])] }) satisfies Translation;
// @ts-expect-error what isn't reported is no issue
engine.schema('order', facts, { level: 'allow' });
// @ts-expect-error there is no such operation
engine.schema({ card: 'paymnt' });
new PaylintError('x').code satisfies ErrorCode;
new InlineEngine().accepts('client', { email: 'a@b.lv' }) satisfies boolean;
const checking: CheckingEngine = new CheckingEngine([policies.checkout, { label: 'acme' }]);
await initChecks(new URL('https://shop.example/check.wasm'), { timeout: 10_000 });
groupCardNumber({ target: {} });
checking.check('refund', { amount: 5 }, compiled) satisfies Report<'refund'>;
checking.schema('order', () => ({ now: new Date() }));
checking.free();

// @ts-expect-error no such way to charge later
({ setup_future_use: 'one_click' }) satisfies Order;
// @ts-expect-error a report has no methods
report.toProblem;
// @ts-expect-error the outcome may be a promise
later['~standard'].validate(order).issues;
// @ts-expect-error no such rule
({ templates: { 'field.nul': '' } }) satisfies Translation;
// @ts-expect-error there is no such operation
engine.check('ordr', order);
// @ts-expect-error a member that no order has
engine.check('order', { client: {}, prodcts: [] });
// @ts-expect-error a price is a number
engine.check('order', { products: [{ price: '1' }] });
// @ts-expect-error only an SDWO payout can have its amount as text
engine.check('payout_a2a', { amount: '1' } satisfies Payout);
// @ts-expect-error a promise must be awaited
engine.check('order', Promise.resolve('{}'));
// @ts-expect-error a request must be read
engine.check('order', new Request('https://shop.example'));
// @ts-expect-error a map isn't a plain object
engine.check('order', new Map([['client', {}]]));
// @ts-expect-error neither is a form
engine.check('order', new FormData());
// @ts-expect-error a promise of facts must be awaited
engine.check('order', order, Promise.resolve(facts));
// @ts-expect-error a copy of compiled facts is empty
engine.check('order', order, { ...compiled });
// @ts-expect-error an engine isn't facts
engine.check('order', order, engine);
// @ts-expect-error a map isn't facts
new Facts(new Map());
// @ts-expect-error facts aren't a policy
new Engine(compiled);
// @ts-expect-error a reversal has no body
engine.check('reversal', {});
// @ts-expect-error no such rule
new Engine({ levels: { 'avs.adress_required': 'deny' } });
// @ts-expect-error the level of this rule cannot be changed
new Engine({ levels: { 'json.malformed': 'warn' } } satisfies Policy);
// @ts-expect-error no such level
new Engine({ levels: { 'compat.pair': 'error' } });
// @ts-expect-error no such basis
new Engine({ levels: { 'basis.said': 'warn' } });
// @ts-expect-error neither accept nor reject
new Engine({ unchecked: 'deny' });
// @ts-expect-error a name without custom.
new Engine({ rules: [{ name: 'email', on: ['order'], member: '/client/email', required: true }] });
// @ts-expect-error a rule without a constraint
new Engine({ rules: [{ name: 'custom.email', on: ['order'], member: '/client/email' }] });
// @ts-expect-error no such condition
new Engine({ rules: [{ ...policy.rules![0]!, when: { curency: 'EUR' } }] });
// @ts-expect-error no such policy
new Engine(policies.shop);
// @ts-expect-error a fingerprint can't be set
own.fingerprints = { rules: '', policy: '' };
// @ts-expect-error no such terminal
new Facts({ terminal: 'card' });
// @ts-expect-error a scenario isn't a capability
new Facts({ order: { capabilities: ['two_step'] } });
// @ts-expect-error a fact can't be null
new Facts({ now: null });
// @ts-expect-error no such feature
matrix(['mto']);
// @ts-expect-error this rule's findings have no such parameter
report.findings.find((finding) => finding.rule === 'product.price_minimum')?.params.maximum;
// @ts-expect-error it only checks
checking.fixes('refund', { amount: 5 });
// @ts-expect-error a report's operation is the one that was asked for
const other: Report<'refund'> = engine.check('order', order);
void other;
