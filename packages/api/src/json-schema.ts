import { z } from 'zod';

const componentBase = '#/components/schemas/';

/** A JSON Schema (draft 2020-12), as a plain object. */
export type JsonSchema = z.core.JSONSchema.JSONSchema;

export type SchemaDocument = {
  /** The schema itself, without its members `$schema` and `$defs`. */
  schema: JsonSchema;
  /** The shared objects to which `schema` refers: their schemas, by name. */
  shared: Readonly<Record<string, JsonSchema>>;
};

/**
 * Converts a zod schema to JSON Schema. Objects with an `id` in their metadata are shared and become references to components
 * of the OpenAPI document. The zod schemas forbid unknown members, so that tests detect undocumented members. The JSON Schema
 * permits them, because clients must accept members that later versions add.
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
  // zod adds these bounds to every integer. They are of no use to readers of the document.
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
}
