// The JSON Schemas of bodies, facts and policies.

import type { Operation } from 'paylint';

/** As much of a JSON Schema as completion reads. */
export interface JsonSchema {
  $ref?: string;
  $defs?: Record<string, JsonSchema>;
  type?: string | string[];
  description?: string;
  properties?: Record<string, JsonSchema>;
  additionalProperties?: JsonSchema | boolean;
  propertyNames?: JsonSchema;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  enum?: unknown[];
  const?: unknown;
  examples?: unknown[];
}

export async function schemaOf(
  _name: Operation | 'facts' | 'policy',
): Promise<JsonSchema | undefined> {
  return undefined;
}
