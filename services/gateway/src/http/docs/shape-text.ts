import type { JsonSchema } from '@parley/api';

const referenceBase = '#/components/schemas/';

/**
 * Returns a JSON Schema as a short text for people: `{id: integer, to: integer | [integer], topic?: string, sender: User}`. A
 * capitalized name is another schema of the document. `?` marks a member that may be absent, `*` stands for any key, and `[…]`
 * is a list.
 */
export function shapeText(schema: JsonSchema | boolean): string {
  if (typeof schema === 'boolean') return 'any';
  if (schema.$ref !== undefined) return schema.$ref.slice(referenceBase.length);
  for (const choices of [schema.anyOf, schema.oneOf]) {
    if (choices) return choices.map(shapeText).join(' | ');
  }
  if (schema.allOf) return schema.allOf.map(shapeText).join(' & ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((each) => JSON.stringify(each)).join(' | ');
  if (schema.type === 'array') return `[${listText(schema)}]`;
  if (!schema.properties && !schema.additionalProperties) return String(schema.type ?? 'any');
  return `{${membersOf(schema)
    .map(({ name, isOptional, shape }) => `${name}${isOptional ? '?' : ''}: ${shape}`)
    .join(', ')}}`;
}

const listText = ({ prefixItems, items = {} }: JsonSchema): string =>
  (prefixItems ?? [items].flat()).map(shapeText).join(', ');

type Member = { name: string; isOptional: boolean; shape: string };

/** Returns the members of a schema for objects. The name `*` stands for any other key. */
export function membersOf({
  required = [],
  properties = {},
  additionalProperties: others = false,
}: JsonSchema): Member[] {
  const members = Object.entries(properties).map(([name, each]) => ({
    name,
    isOptional: !required.includes(name),
    shape: shapeText(each),
  }));
  if (others === false) return members;
  return [...members, { name: '*', isOptional: false, shape: shapeText(others) }];
}
