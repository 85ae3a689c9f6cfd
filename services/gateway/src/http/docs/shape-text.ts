import type { Json } from './openapi.ts';

const referenceBase = '#/components/schemas/';

/**
 * Returns a JSON Schema as a short text for people: `{id: integer, to: integer | [integer], topic?: string, sender: User}`. A
 * capitalized name is another schema of the document. `?` marks a member that may be absent, `*` stands for any key, and `[…]`
 * is a list.
 */
export function shapeText(schema: Json): string {
  if (typeof schema.$ref === 'string') return schema.$ref.slice(referenceBase.length);
  for (const choices of [schema.anyOf, schema.oneOf]) {
    if (Array.isArray(choices)) return choices.map(shapeText).join(' | ');
  }
  if (Array.isArray(schema.allOf)) return schema.allOf.map(shapeText).join(' & ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (Array.isArray(schema.enum)) return schema.enum.map((each) => JSON.stringify(each)).join(' | ');
  if (schema.type === 'array') return `[${listText(schema)}]`;
  if (!schema.properties && !schema.additionalProperties) return String(schema.type ?? 'any');
  return `{${membersOf(schema)
    .map(({ name, isOptional, shape }) => `${name}${isOptional ? '?' : ''}: ${shape}`)
    .join(', ')}}`;
}

const listText = ({ prefixItems, items }: Json): string =>
  Array.isArray(prefixItems) ? prefixItems.map(shapeText).join(', ') : shapeText((items ?? {}) as Json);

type Member = { name: string; isOptional: boolean; shape: string };

/** Returns the members of a schema for objects. The name `*` stands for any other key. */
export function membersOf(schema: Json): Member[] {
  const required = (schema.required ?? []) as string[];
  const members = Object.entries((schema.properties ?? {}) as Record<string, Json>).map(([name, each]) => ({
    name,
    isOptional: !required.includes(name),
    shape: shapeText(each),
  }));
  const others = schema.additionalProperties;
  if (others === undefined || others === false) return members;
  return [
    ...members,
    { name: '*', isOptional: false, shape: shapeText(others === true ? {} : (others as Json)) },
  ];
}
