import { z } from 'zod';

const componentBase = '#/components/schemas/';

/** A JSON Schema (draft 2020-12), as a plain object. */
export type JsonSchema = { [key: string]: unknown };

export type SchemaDocument = {
  /** The schema without `$schema` and `$defs`. */
  schema: JsonSchema;
  /** The schemas of the shared objects to which it refers, by name. */
  shared: Readonly<Record<string, JsonSchema>>;
};

/**
 * Returns a schema as JSON Schema. Shared objects, which have an `id` in their metadata, become references to
 * components of the OpenAPI document. The schemas in the code are closed, so that tests detect members without a
 * description. The JSON Schema is open, because clients must accept members that later versions add.
 */
export function jsonSchemaOf(schema: z.ZodType): SchemaDocument {
  const text = JSON.stringify(z.toJSONSchema(schema, { override: ({ jsonSchema }) => open(jsonSchema) }));
  const { $schema: _, $defs = {}, ...own } = JSON.parse(text.replaceAll('#/$defs/', componentBase));
  const shared = Object.fromEntries(
    Object.entries<JsonSchema>($defs).map(([name, { id: __, ...rest }]) => [name, rest]),
  );
  return { schema: own, shared };
}

function open(schema: JsonSchema): void {
  if (schema.additionalProperties === false) delete schema.additionalProperties;
  // The bounds of exactly representable integers mean nothing to readers of the document.
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
}
