// The package's JSON Schemas, loaded when they are first needed.

import type { Operation } from 'paylint';

/** As much of a JSON Schema as completion reads. */
export interface JsonSchema {
  $ref?: string;
  $defs?: Record<string, JsonSchema>;
  type?: string | string[];
  description?: string;
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  enum?: unknown[];
  const?: unknown;
  examples?: unknown[];
}

// One by one, so that the bundler finds them.
const FILES: Record<Operation | 'facts' | 'policy', () => Promise<{ default: object }>> = {
  order: () => import('paylint/schemas/order.json'),
  capture: () => import('paylint/schemas/capture.json'),
  refund: () => import('paylint/schemas/refund.json'),
  reversal: () => import('paylint/schemas/reversal.json'),
  payout_a2a: () => import('paylint/schemas/payout_a2a.json'),
  payout_b2p: () => import('paylint/schemas/payout_b2p.json'),
  payout_p2p: () => import('paylint/schemas/payout_p2p.json'),
  payout_og: () => import('paylint/schemas/payout_og.json'),
  payout_sdwo: () => import('paylint/schemas/payout_sdwo.json'),
  client: () => import('paylint/schemas/client.json'),
  tax: () => import('paylint/schemas/tax.json'),
  payment: () => import('paylint/schemas/payment.json'),
  card_webhook: () => import('paylint/schemas/card_webhook.json'),
  facts: () => import('paylint/schemas/facts.json'),
  policy: () => import('paylint/schemas/policy.json'),
};

export async function schemaOf(name: Operation | 'facts' | 'policy'): Promise<JsonSchema> {
  return (await FILES[name]()).default as JsonSchema;
}

/** The schemas that apply at a path: more than one if they are combined. */
export function schemasAt(root: JsonSchema, steps: readonly string[]): JsonSchema[] {
  const inside = (schema: JsonSchema, step: string): JsonSchema[] => {
    const next = schema.properties?.[step] ?? (/^\d+$/.test(step) ? schema.items : undefined);
    return next === undefined ? [] : expanded(root, next);
  };
  return steps.reduce(
    (schemas, step) => schemas.flatMap((schema) => inside(schema, step)),
    expanded(root, root),
  );
}

/** A schema with what it refers to and what it is combined of. */
export function expanded(root: JsonSchema, schema: JsonSchema): JsonSchema[] {
  const name = schema.$ref?.replace('#/$defs/', '');
  const target = name === undefined ? undefined : root.$defs?.[name];
  const parts = [...(target ? [target] : []), ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  return [schema, ...parts.flatMap((part) => expanded(root, part))];
}
