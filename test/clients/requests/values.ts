import type { Schema } from './operations.ts';
import type { Random } from './random.ts';

const long = 'x'.repeat(120_000);

/** Values that no parameter expects, as they are sent. */
export const hostileValues: readonly string[] = [
  '',
  ' ',
  'null',
  'undefined',
  'true',
  'false',
  '0',
  '-0',
  '-1',
  '1.5',
  '1e999',
  'NaN',
  '0x10',
  '٣',
  '2147483648',
  '9007199254740993',
  '99999999999999999999999999',
  '[]',
  '{}',
  '[[]]',
  '[null]',
  '[{}]',
  '[1,"a",null,{}]',
  '[-1]',
  '[99999999999999999999]',
  '["\\ud800"]',
  '"\\u0000"',
  '{"__proto__":{"admin":true}}',
  '{"constructor":{"prototype":{}}}',
  '{"add":[1],"delete":[1]}',
  '{"new":1,"old":null}',
  '{"direct_members":[-1],"direct_subgroups":["a"]}',
  '[{"operator":"search","operand":"\\u0000"}]',
  '[{"operator":"id","operand":"99999999999999999999"}]',
  '[["channel",{}]]',
  '[{"operator":"sender","operand":[[[]]]}]',
  `${'{"a":'.repeat(200)}1${'}'.repeat(200)}`,
  '['.repeat(3_000),
  `[${'1,'.repeat(20_000)}1]`,
  `["${'y'.repeat(50_000)}"]`,
  '\0',
  'a\0b',
  '\u202e\u2066',
  '\ufffe',
  '👩‍👩‍👧‍👦'.repeat(500),
  'e\u0301'.repeat(2_000),
  "'; drop table messages; --",
  '%00%ff%zz',
  '../../../../etc/passwd',
  '$'.concat('{jndi:ldap://127.0.0.1/a}'),
  '<script>alert(1)</script>',
  '@**all** @**|1** #**x>y**',
  '\\',
  "\\' or 1=1",
  '%',
  '_%_%',
  'a:* & | !',
  '(((((',
  '(a+)+$',
  'newest',
  long,
];

/** Path segments that no operation expects, percent-encoded. */
export const hostilePathParts: readonly string[] = [
  '',
  '%20',
  '0',
  '-1',
  '1.5',
  '1e3',
  '99999999999999999999',
  '9007199254740993',
  'null',
  'me',
  '__proto__',
  '%00',
  '%ff',
  '%zz',
  '%F0%9F%98%80',
  '..',
  '..%2f..%2fetc%2fpasswd',
  '%252e%252e',
  'a%2Fb',
  ';a=b',
  '*',
  '{x}',
  'x'.repeat(300),
  'x'.repeat(3_000),
];

/** Existing IDs and names, by parameter name. */
export type Known = Readonly<Record<string, readonly string[]>>;

/** Returns a value that an operation may accept, as it is sent. */
export function plausibleValue(name: string, schema: Schema, known: Known, random: Random): string {
  const values = known[name];
  if (values !== undefined && random.next() < 0.9) return random.pick(values);
  const value = fromSchema(schema, known, random, 0);
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function fromSchema(schema: Schema, known: Known, random: Random, depth: number): unknown {
  if (schema.enum) return random.pick(schema.enum);
  if (schema.anyOf) return fromSchema(random.pick(schema.anyOf), known, random, depth);
  switch (schema.type) {
    case 'boolean':
      return random.next() < 0.5;
    case 'integer':
    case 'number':
      return (schema.minimum ?? 0) > 0 ? schema.minimum : random.below(30);
    case 'array':
      if (depth > 3) return [];
      return Array.from({ length: random.below(3) }, () =>
        fromSchema(schema.items ?? {}, known, random, depth + 1),
      );
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .filter(([key]) => schema.required?.includes(key) || random.next() < 0.3)
          .map(([key, each]) => [
            key,
            known[key] ? jsonOrText(random.pick(known[key])) : fromSchema(each, known, random, depth + 1),
          ]),
      );
    case 'null':
      return null;
    default:
      return random.pick(['soup', 'general', 'a longer text, with **marks** :tada:', '1', 'en', '#123456']);
  }
}

/** Parses a JSON text. Returns a text that is not JSON unchanged. */
export function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
