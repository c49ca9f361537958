// The package's JSON Schemas.

import type { Operation } from 'paylint';
import capture from 'paylint/schemas/capture.json';
import cardWebhook from 'paylint/schemas/card_webhook.json';
import client from 'paylint/schemas/client.json';
import facts from 'paylint/schemas/facts.json';
import order from 'paylint/schemas/order.json';
import payment from 'paylint/schemas/payment.json';
import payoutA2a from 'paylint/schemas/payout_a2a.json';
import payoutB2p from 'paylint/schemas/payout_b2p.json';
import payoutOg from 'paylint/schemas/payout_og.json';
import payoutP2p from 'paylint/schemas/payout_p2p.json';
import payoutSdwo from 'paylint/schemas/payout_sdwo.json';
import policy from 'paylint/schemas/policy.json';
import refund from 'paylint/schemas/refund.json';
import reversal from 'paylint/schemas/reversal.json';
import tax from 'paylint/schemas/tax.json';

/** As much of a JSON Schema as this page reads. */
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
  format?: string;
}

export const SCHEMAS: Record<Operation | 'facts' | 'policy', JsonSchema> = {
  order,
  capture,
  refund,
  reversal,
  payout_a2a: payoutA2a,
  payout_b2p: payoutB2p,
  payout_p2p: payoutP2p,
  payout_og: payoutOg,
  payout_sdwo: payoutSdwo,
  client,
  tax,
  payment,
  card_webhook: cardWebhook,
  facts,
  policy,
} as Record<string, object> as typeof SCHEMAS;

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
