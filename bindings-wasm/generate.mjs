// Generates the package's types and the texts that its scripts know, from the catalogue and the JSON Schemas (examples/generate.rs).

import { readFileSync, writeFileSync } from 'node:fs';

/** Types of parts of the schemas that have another name there. */
const PARTS = {
  level: 'Level',
  message: 'string',
  path: '`/${string}`',
  member: 'DeclaredMember',
  rule: 'OwnRule',
  Basis: 'BasisName',
  State: 'FieldState',
};

/** The TypeScript type of a value, from its JSON Schema. */
function typeOf(schema) {
  const { enum: words, format, pattern = '', type, anyOf, oneOf, allOf = [], items, patternProperties = {} } = schema;
  const part = schema.$ref?.replace('#/$defs/', '');
  if (part) return PARTS[part] ?? part;
  if (schema.const) return JSON.stringify(schema.const);
  if (words) return words.map((word) => `'${word}'`).join(' | ');
  if (oneOf && !schema.properties)
    return oneOf.map((one) => `\n  /** ${one.description} */\n  | ${typeOf(one)}`).join('');
  if (schema.properties) return objectOf(schema);
  for (const [key, value] of Object.entries(patternProperties))
    return `{ readonly [name: ${key === '^/' ? PARTS.path : 'string'}]: ${typeOf(value)} }`;
  if (schema.additionalProperties) return '{ readonly [name: string]: string }';
  if (items) return `readonly (${typeOf(items)})[]`;
  if (format === 'date-time') return 'string | Date';
  if (pattern.startsWith('^custom')) return 'OwnRuleName';
  if (pattern.startsWith('^(/')) return PARTS.path;
  return type ? [type].flat().join(' | ').replace('integer', 'number') : (anyOf ?? allOf).map(typeOf).join(' | ') || 'unknown';
}

/**
 * An object's type. `types` has the types of members that the schema declares too loosely, and null for members to leave
 * out. Exactly one of the members in `oneOf` is present.
 */
function objectOf({ properties, required = [], oneOf = [] }, types = {}) {
  const block = (names, needed = required) => {
    const members = names.map((name) => {
      const { description = '' } = properties[name];
      const type = types[name] ?? typeOf(properties[name]);
      return `${description && `/** ${description.replace(/[^.]$/, '$&.')} */\n`}'${name}'${needed.includes(name) ? '' : '?'}: ${type};`;
    });
    return `{\n${members.join('\n').replaceAll(/^/gm, '  ')}\n}`;
  };
  const choices = oneOf.flatMap((choice) => choice.required);
  const names = new Set([...required, ...Object.keys(properties)]);
  const all = block([...names].filter((name) => !choices.includes(name) && types[name] !== null));
  return choices.length === 0 ? all : `${all} & (${choices.map((name) => block([name], [name])).join(' | ')})`;
}

function declare(name, schema, types) {
  const type = schema.properties ? objectOf(schema, types) : typeOf(schema);
  return `/** ${schema.description} */\nexport type ${name} = ${type};\n`;
}

/** A union of names. */
function union(name, description, names) {
  return declare(name, { description, enum: [...new Set(names)] });
}

/** Types of members of answers that are names, or words of a short list. */
const NAMES = {
  scenario: 'Scenario | null',
  capabilities: 'Capability[]',
  needs: 'FactName[]',
  rule: 'AnyRuleName',
  rules: 'AnyRuleName[]',
  level: "Exclude<Level, 'allow'>",
  kind: "'three_ds' | 'capture'",
};

/** Handwritten types that the generated ones use. */
const USED = 'AnyRuleName, Capability, Finding, OwnParams, OwnRuleName, Scenario, Selector';

/** Names of the types of answers, with the members whose types differ from `NAMES`. */
const ANSWERS = {
  Finding: ['FindingOf<R extends AnyRuleName>', { rule: 'R', params: 'R extends RuleName ? ParamsOf[R] : OwnParams' }],
  Report: ['ReportMembers<O extends Operation = Operation>', { operation: 'O', status: '200 | 400 | 403' }],
  Fields: ['Fields<O extends Operation = Operation>', { operation: 'O' }],
  Field: ['Field', { type: 'FieldType' }],
  Problem: ['Problem', { type: '`rules/${AnyRuleName}`', status: '400 | 403' }],
  Member: ['KnownMember'],
  State: ['FieldState'],
  Fingerprints: ['Fingerprints', { rules: 'string', label: null }],
};
for (const name of ['Verdict', 'Unchecked', 'Obligation', 'ProblemError', 'Fixes', 'Fixable', 'Choice', 'Applicability', 'Change'])
  ANSWERS[name] = [name];
for (const name of ['Unfixable', 'Matrix', 'Pair', 'Compatibility', 'Route', 'Level']) ANSWERS[name] = [name];

/** Members that the type of a rule leaves out: its prose, which is in a separate file, and those of policy rules only. */
const HIDDEN = ['at', 'about', 'messages', 'summary', 'why', 'violated_by', 'held_by'].map((name) => [name, null]);
const CATALOGUE = { name: 'R', family: 'RuleFamily', level: 'Level', needs: 'readonly FactName[]' };
const RULE = { ...NAMES, ...CATALOGUE, ...Object.fromEntries(HIDDEN) };

/** Types of findings' params that aren't texts, by name, or by rule and name. A test compiles every report with them. */
const PARAMS = {
  boolean: 'missing incomplete left in_cents refundable forwarded without_letter cut',
  'boolean | null': 'too_late_to_reverse reversal.same_day.captured',
  number:
    'line column digits integer_digits decimal_places minimum_digits maximum_digits minor_units legs payment.csc_length.minimum ' +
    'json.too_large.maximum json.too_large.actual descriptor.length.maximum descriptor.length.actual ' +
    'payment.card_number_length.actual payment.card_number_unusual.actual',
  'string | null': 'why mistake actual value key.brand.brand',
  string: 'field.type.actual',
  'string[]': 'one_of',
  'string[] | null': 'key.brand.brands',
  Feature: 'scenario payout',
  '[Feature, Feature]': 'features',
  'Operation | null': 'leads_to',
  '(keyof TravelData)[]': 'present',
  '(keyof Client)[]': 'members',
};

/** The `params` of each rule's findings. */
function paramsOf(rules) {
  const types = new Map(Object.entries(PARAMS).flatMap(([type, names]) => names.split(' ').map((name) => [name, type])));
  const lines = rules.map(({ name: rule, params, prose }) => {
    const typed = params.map((name) => `${name}: ${types.get(`${rule}.${name}`) ?? types.get(name) ?? 'string'}`);
    return `  /** ${prose.summary} */\n  '${rule}': ${typed.length > 0 ? `{ ${typed.join('; ')} }` : 'Record<string, never>'};\n`;
  });
  return `/**
 * The \`params\` of each rule's findings. Decimals are strings. A number in the body with twelve or more
 * digits before the decimal point could be a card number, and is \`null\`.
 */
export interface ParamsOf {
${lines.join('')}}
`;
}

/** Types of bodies that aren't called like their operation. All payouts but one have the same. */
const BODIES = { payout_sdwo: 'SdwoPayout', client: 'NewClient', card_webhook: 'CardWebhook', reversal: 'never' };
/** Types of members of bodies: by their types in the catalogue, and of texts by their names. */
const MEMBERS = {
  integer: 'number',
  'number or string of digits': 'number | string',
  'object or string': 'object | string',
  'any value': 'unknown',
  // The interface lists these values, and of a payment system this one.
  setup_future_use: "'one-click' | 'automatic' | 'recurring'",
  payment_system: "'AUTH' | (string & {})",
};

/** The types of bodies and of the objects within them, and the body of each operation. */
function bodies(operations, members, read) {
  const types = new Map();
  /** Declares an object and those within it. The schema demands what rules do; the type doesn't. */
  const add = (name, { properties, description }, { operation, $defs, path = '' }) => {
    const known = Object.keys(properties).map((member) => {
      const { items, $ref = items?.$ref } = properties[member];
      const at = `${path}/${member}`;
      const [inner] = Object.keys($defs).filter((name) => $ref === `#/$defs/${name}` && $defs[name].properties);
      if (inner) add(inner, $defs[inner], { operation, $defs, path: items ? `${at}/*` : at });
      const { type } = members.find((known) => known.operation === operation && known.path === at);
      const plain = (type === 'string' && MEMBERS[member]) || (MEMBERS[type] ?? type);
      return [member, inner ? `${items ? 'readonly ' : ''}${inner}${items ? '[]' : ''}` : plain];
    });
    const [first] = description.split(/(?<=\.) /);
    types.set(name, declare(name, { properties, description: first }, Object.fromEntries(known)));
  };
  const all = operations.map(({ const: operation, description }) => {
    const name = BODIES[operation] ?? operation.replace(/_.*/, '').replace(/^./, (letter) => letter.toUpperCase());
    const { $defs, ...schema } = read(`schemas/${operation}`);
    if (schema.properties) add(name, schema, { operation, $defs });
    return `  /** ${description} */\n  ${operation}: ${name};\n`;
  });
  return `${[...types.values()].join('\n')}
/** The body of each operation, as an object. */
export interface Bodies {
${all.join('')}}
`;
}

/** English names of members that aren't their words. */
const LABELS = {
  airline_addendum: 'flight',
  avs: 'AVS',
  csc: 'security code',
  customer_ref: 'customer reference',
  email: 'e-mail address',
  exp_month: 'month of expiry',
  exp_year: 'year of expiry',
  id: 'identifier',
  ip_address: 'IP address',
  is_default: 'default card',
  is_moto: 'MOTO',
  masked_pan: 'masked card number',
  n_legs: 'number of legs',
  sdwo_merchant_id: 'SDWO merchant',
};

/** A script that exports values, each with its type. */
function script(types, values) {
  const lines = Object.entries(values).map(([name, [type, value]]) => `export const ${name}: ${type} = ${JSON.stringify(value)};\n`);
  return `import type { ${types} } from '../types.js';\n\n${lines.join('')}`;
}

/** Generates types and scripts into the folder that has what they are made of. Returns the prose of the rules. */
export function generate(folder) {
  const read = (name) => JSON.parse(readFileSync(`${folder}${name}.json`, 'utf8'));
  const [facts, policy, { $defs }] = ['schemas/facts', 'schemas/policy', 'answers'].map(read);
  const [{ fingerprint, max_body_bytes, features, brands, rules }, members] = ['catalogue', 'members'].map(read);
  const names = Object.entries(facts.properties).flatMap(([name, { properties }]) =>
    properties ? Object.keys(properties).map((member) => `${name}.${member}`) : [name],
  );
  const operations = $defs.Operation.oneOf;
  const namesOf = (list, is = () => true) => list.filter(is).map(({ name }) => name);
  const memberNames = [...new Set(members.map(({ path }) => path.split('/').at(-1)))].sort();
  const constants = ({ oneOf }) => oneOf.map(({ const: name }) => name);
  const declared = [
    union('Operation', 'What a request asks the gateway to do, or the webhook that the gateway sends.', constants($defs.Operation)),
    union('Feature', 'A scenario or a capability, in the order of reports.', constants($defs.Feature)),
    union('RuleName', 'The name of a rule, in the order of findings.', namesOf(rules)),
    union('LockedRuleName', "A rule whose level can't be changed.", namesOf(rules, ({ locked }) => locked)),
    union('RuleFamily', "The part of a rule's name before the dot.", rules.map(({ family }) => family)),
    declare('BasisName', $defs.Basis),
    union('BrandName', 'A card network.', brands.map(({ brand }) => brand)),
    union('FactName', 'A fact that a rule can need, in the order of reports.', names),
    union('Member', 'The name of a member of a body.', memberNames),
    union('FieldType', 'The type that a member expects, as reports name it.', members.map(({ type }) => type)),
    paramsOf(rules),
    bodies(operations, members, read),
    declare('FactsInit', facts),
    declare('Policy', policy, { levels: '{ readonly [selector in Selector]?: Level }' }),
    declare('DeclaredMember', policy.$defs.member),
    declare('OwnRule', policy.$defs.rule),
    declare('Rule<R extends RuleName = RuleName>', $defs.Rule, RULE),
    // Callers may change answers.
    ...Object.entries(ANSWERS).map(([def, [name, types]]) => declare(name, $defs[def], { ...NAMES, ...types }).replaceAll('readonly ', '')),
  ];
  writeFileSync(`${folder}types.ts`, `import type { ${USED} } from '../types.js';\n\n${declared.join('\n')}`);
  const open = rules.filter(({ undecided }) => undecided.length > 0).map(({ name, undecided }) => [name, undecided]);
  const form = script('CardBrand', {
    fingerprint: ['string', fingerprint],
    maxBodyBytes: ['number', max_body_bytes],
    brands: ['readonly CardBrand[]', brands],
    // Rules that ask for a missing member, and rules about a body or an object that can't be read.
    asking: ['readonly string[]', namesOf(rules, ({ asks }) => asks)],
    unreadable: ['readonly string[]', namesOf(rules, ({ name, locked }) => locked || name === 'field.type')],
    // The members that stay undecided while a rule is unchecked.
    undecided: ['{ readonly [rule: string]: readonly string[] }', Object.fromEntries(open)],
  });
  writeFileSync(`${folder}form.ts`, form);
  const labels = memberNames.map((name) => [name, LABELS[name] ?? name.replaceAll('_', ' ')]);
  const texts = script('Feature, Member, RuleName', {
    features: ['{ readonly [feature in Feature]: string }', Object.fromEntries(features)],
    members: ['{ readonly [member in Member]: string }', Object.fromEntries(labels)],
    params: ['{ readonly [rule in RuleName]: readonly string[] }', Object.fromEntries(rules.map(({ name, params }) => [name, params]))],
    forShoppers: ['readonly RuleName[]', namesOf(rules, ({ shopper }) => shopper)],
  });
  writeFileSync(`${folder}texts.ts`, texts);
  return Object.fromEntries(rules.map(({ name, prose }) => [name, prose]));
}
