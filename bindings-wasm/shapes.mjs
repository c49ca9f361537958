// TypeScript's types of what has a JSON Schema: facts, policies and answers.

import { readFileSync } from 'node:fs';

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

/** An object's type. `types` are those of members of which the schema says less; of those in `oneOf` it has exactly one. */
function objectOf({ properties, required = [], oneOf = [] }, types = {}) {
  const block = (names, needed = required) => {
    const members = names.map((name) => {
      const { description } = properties[name];
      const type = types[name] ?? typeOf(properties[name]);
      return `${description ? `/** ${description} */\n` : ''}'${name}'${needed.includes(name) ? '' : '?'}: ${type};`;
    });
    return `{\n${members.join('\n').replaceAll(/^/gm, '  ')}\n}`;
  };
  const choices = oneOf.flatMap((choice) => choice.required);
  const names = new Set([...required, ...Object.keys(properties)]);
  const all = block([...names].filter((name) => !choices.includes(name)));
  return choices.length === 0 ? all : `${all} & (${choices.map((name) => block([name], [name])).join(' | ')})`;
}

/** Types of the answers' members that are names, or one of a few words. */
const NAMES = {
  scenario: 'Scenario | null',
  capabilities: 'Capability[]',
  needs: 'FactName[]',
  rule: 'AnyRuleName',
  rules: 'AnyRuleName[]',
  level: "Exclude<Level, 'allow'>",
  kind: "'three_ds' | 'capture'",
};

/** Types that these need. */
const USED =
  'AnyRuleName, BasisName, Capability, Feature, FieldType, Finding, Level, Operation, OwnParams, OwnRuleName, ' +
  'ParamsOf, RuleName, Scenario, Selector';

/** Types of answers, with members that are of another type than their namesakes. */
const ANSWERS = {
  Finding: ['FindingOf<R extends AnyRuleName>', { rule: 'R', params: 'R extends RuleName ? ParamsOf[R] : OwnParams' }],
  Report: ['ReportMembers<O extends Operation = Operation>', { operation: 'O', status: '200 | 400 | 403' }],
  Fields: ['Fields<O extends Operation = Operation>', { operation: 'O' }],
  Field: ['Field', { type: 'FieldType' }],
  Problem: ['Problem', { type: '`rules/${AnyRuleName}`', status: '400 | 403' }],
  Member: ['KnownMember'],
  State: ['FieldState'],
};
for (const name of ['Verdict', 'Unchecked', 'Obligation', 'ProblemError', 'Fixes', 'Fixable', 'Choice', 'Applicability', 'Change'])
  ANSWERS[name] = [name];
for (const name of ['Unfixable', 'Matrix', 'Pair', 'Compatibility', 'Route']) ANSWERS[name] = [name];

/** The types of facts, policies and answers, from the schemas in a folder. */
export function shapes(folder) {
  const read = (name) => JSON.parse(readFileSync(`${folder}${name}.json`, 'utf8'));
  const [facts, policy, { $defs }] = ['schemas/facts', 'schemas/policy', 'answers'].map(read);
  const names = Object.entries(facts.properties).flatMap(([name, { properties }]) =>
    properties ? Object.keys(properties).map((member) => `${name}.${member}`) : [name],
  );
  const declare = (name, schema, types) => `/** ${schema.description} */\nexport type ${name} = ${schema.properties ? objectOf(schema, types) : typeOf(schema)};\n`;
  // What is answered is the caller's to change.
  const answers = Object.entries(ANSWERS).map(([def, [name, types]]) =>
    declare(name, $defs[def], { ...NAMES, ...types }).replaceAll('readonly ', ''),
  );
  return `import type { ${USED} } from '../types.js';

/** A fact that a rule can need, in the order of reports. */
export type FactName = ${names.map((name) => `'${name}'`).join(' | ')};

${declare('FactsInit', facts)}
${declare('Policy', policy, { levels: '{ readonly [selector in Selector]?: Level }' })}
${declare('DeclaredMember', policy.$defs.member)}
${declare('OwnRule', policy.$defs.rule)}
${answers.join('\n')}`;
}
