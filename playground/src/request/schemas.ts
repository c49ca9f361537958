// The package's JSON Schemas, but for the large one of policies.

import type { Operation } from 'paylint';
import schemas from 'made:schemas.json';

/** The parts of a JSON Schema that this page reads. */
export interface JsonSchema {
  $ref?: string;
  $defs?: Record<string, JsonSchema>;
  title?: string;
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

export const SCHEMAS = schemas as Record<Operation | 'facts', JsonSchema>;

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

/** A schema, those that it refers to, and its alternatives. */
export function expanded(root: JsonSchema, schema: JsonSchema): JsonSchema[] {
  const name = schema.$ref?.replace('#/$defs/', '');
  const target = name === undefined ? undefined : root.$defs?.[name];
  const parts = [...(target ? [target] : []), ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  return [schema, ...parts.flatMap((part) => expanded(root, part))];
}
