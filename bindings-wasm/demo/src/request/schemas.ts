// JSON Schemas of bodies, facts and policies, as far as completion needs them. They are made from
// what the package knows: the members of each body, the facts, the rules.

import { Engine, rules, type Field, type Operation } from 'paylint';
import { VALUES } from './facts.js';
import { OPERATIONS } from './operations.js';

export interface JsonSchema {
  type?: string | string[];
  description?: string;
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  enum?: readonly unknown[];
  examples?: readonly unknown[];
}

const made = new Map<string, JsonSchema>();

export function schemaOf(name: Operation | 'facts' | 'policy'): JsonSchema {
  const known = made.get(name) ?? makeSchema(name);
  made.set(name, known);
  return known;
}

function makeSchema(name: Operation | 'facts' | 'policy'): JsonSchema {
  if (name === 'policy') return policySchema();
  return name === 'facts' ? factsSchema() : bodySchema(name);
}

const TYPES: Partial<Record<Field['type'], string | string[]>> = {
  'number or string of digits': ['number', 'string'],
  'any value': [],
};

/** The engine lists the members of objects that aren't there as if they were. */
function bodySchema(operation: Operation): JsonSchema {
  const engine = new Engine();
  const root: JsonSchema = { type: 'object' };
  for (const { path, type } of engine.fields(operation, '{}').fields) {
    const steps = path.split('/').slice(1);
    Object.assign(placeIn(root, steps), { type: TYPES[type] ?? type });
  }
  engine.free();
  return root;
}

function factsSchema(): JsonSchema {
  const root: JsonSchema = { type: 'object' };
  for (const [name, values] of Object.entries(VALUES)) {
    const steps = name.split('.');
    if (steps.length > 1) placeIn(root, steps.slice(0, 1)).type = 'object';
    const [first] = values;
    const type = Array.isArray(first) ? 'array' : typeof first;
    const examples = first === 'now' ? ['2026-11-20T10:15:00Z'] : values;
    Object.assign(placeIn(root, steps), { type, examples });
  }
  return root;
}

/** The schema at a path, which is made if it isn't there. */
function placeIn(root: JsonSchema, steps: readonly string[]): JsonSchema {
  return steps.reduce((schema, step) => {
    if (step === '0') return (schema.items ??= {});
    schema.properties ??= {};
    return (schema.properties[step] ??= {});
  }, root);
}

function policySchema(): JsonSchema {
  const level: JsonSchema = { type: 'string', enum: ['allow', 'warn', 'deny'] };
  const all = rules();
  const bases = ['stated', 'inferred', 'convention', 'integrity', 'custom'];
  const selectors = [
    ...all.filter(({ locked }) => !locked).map(({ rule }) => rule),
    ...new Set(all.map(({ family }) => `${family}.*`)),
    ...bases.map((basis) => `basis.${basis}`),
    '*',
  ];
  const text = (example: string): JsonSchema => ({ type: 'string', examples: [example] });
  const rule: JsonSchema = {
    type: 'object',
    properties: {
      name: text('custom.order_limit'),
      on: { type: 'array', items: { enum: OPERATIONS.map(({ name }) => name) } },
      level,
      when: { type: 'object', properties: { currency: text('EUR') } },
      member: text('/products/*/price'),
      required: { enum: [true] },
      forbidden: { enum: [true] },
      one_of: { type: 'array', items: text('EUR') },
      minimum: text('0.50'),
      maximum: text('10000.00'),
      max_length: { type: 'integer', examples: [30] },
      message: text('orders in euro end at 10,000'),
    },
  };
  return {
    type: 'object',
    properties: {
      label: text('acme-2026-11'),
      levels: {
        type: 'object',
        properties: Object.fromEntries(selectors.map((name) => [name, level])),
      },
      unchecked: { type: 'string', enum: ['accept', 'reject'] },
      rules: { type: 'array', items: rule },
      max_findings: { type: 'integer', examples: [100] },
      max_body_bytes: { type: 'integer', examples: [1048576] },
    },
  };
}
