import { ParleyError } from '@parley/core';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { boolean, freeText, integer, json, jsonOrText, oneOf, text } from './parameter.ts';
import { params } from './params.ts';
import { noParameters, parseJsonBody } from './raw-parameters.ts';

const everything = params({
  id: integer({ min: 0 }).inPath(),
  topic: freeText().alias('subject').optional().describe('Of the message.'),
  queue: text().optional(),
  flag: boolean().default(true),
  count: integer({ min: 0, max: 10 }).optional(),
  kind: oneOf(['a', 'b']).optional(),
  list: json(z.array(z.object({ name: z.string() }))).default([]),
  to: jsonOrText(z.union([z.string(), z.int()])).optional(),
});

const parse = (sent: Record<string, string>) => everything.parse(sent, { id: '5' });

function refusal(sent: Record<string, string>): string {
  try {
    parse(sent);
  } catch (error) {
    return (error as ParleyError).message;
  }
  throw new Error('was accepted');
}

it('accepts a value in every form in which clients send it', () => {
  expect(parse({ flag: '"false"' }).values.flag).toBe(false);
  expect(parse({ flag: 'null' }).values.flag).toBe(true);
  expect(parse({ count: ' 7 ' }).values.count).toBe(7);
  expect(parse({ count: 'null' }).values.count).toBeUndefined();
  expect(parse({ kind: 'a' }).values.kind).toBe('a');
  expect(parse({ kind: '"b"' }).values.kind).toBe('b');
  expect(parse({ queue: '"q"' }).values.queue).toBe('q');
  expect(parse({ to: 'general' }).values.to).toBe('general');
  expect(parse({ to: '"5"' }).values.to).toBe('5');
  expect(parse({ to: '5' }).values.to).toBe(5);
  expect(parse({}).values).toEqual({
    id: 5,
    topic: undefined,
    queue: undefined,
    flag: true,
    count: undefined,
    kind: undefined,
    list: [],
    to: undefined,
  });
});

it('does not decode parameters with free text', () => {
  for (const written of ['null', '"quoted"', '', ' x ']) {
    expect(parse({ topic: written }).values.topic).toBe(written);
  }
});

it('treats null in a JSON body as absent', () => {
  const sent = (body: object) => ({ ...parseJsonBody(JSON.stringify(body)) });
  const nothing = { topic: null, flag: null, count: null, kind: null, list: null, to: null };
  expect(parse(sent(nothing)).values).toEqual(parse({}).values);
  expect(parse(sent({ topic: 'null' })).values.topic).toBe('null');
  expect(parse(sent({ topic: null, subject: 'older' })).values.topic).toBe('older');
  const template = params({ template: freeText().nullable().optional() });
  expect(template.parse(sent({ template: null }), {}).values.template).toBeNull();
  expect(template.parse(sent({ template: 'x' }), {}).values.template).toBe('x');
  expect(() => sent({ topic: 'null\ud800' })).toThrow('topic is not well-formed Unicode');
});

it('prefers the newest name of a parameter and accepts the older ones', () => {
  expect(parse({ subject: 'old' })).toMatchObject({ values: { topic: 'old' }, ignored: [] });
  expect(parse({ subject: 'old', topic: 'new' }).values.topic).toBe('new');
});

it('lists unknown parameters only', () => {
  expect(parse({ zzz: '1', flag: 'true', client: 'me', id: '6' }).ignored).toEqual(['zzz', 'id']);
});

it.each([
  [{ flag: '1' }, 'flag is not a boolean'],
  [{ count: '1.5' }, 'count is not an integer'],
  [{ count: '11' }, 'count is too large (limit: 10)'],
  [{ count: '99999999999999999999' }, 'count is not an integer'],
  [{ kind: 'c' }, 'kind is not one of a, b'],
  [{ list: '{' }, 'list is not valid JSON'],
  [{ list: '[{}]' }, 'list[0]["name"] is missing'],
  [{ list: '[{"name":1}]' }, 'list[0]["name"] is not a string'],
  [{ list: '[{"name":"\\u0000"}]' }, 'list must not contain null bytes'],
  [{ subject: 'a\0b' }, 'subject must not contain null bytes'],
  [{ topic: 'null\0' }, 'topic must not contain null bytes'],
])('refuses %j', (sent, message) => {
  expect(refusal(sent as Record<string, string>)).toBe(message);
});

it('throws only refusals, for any input', () => {
  const junk = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.json(),
    fc.constantFrom('null', '""', '"', '[', '{}', '-0', '1e3', '\u0000', '\ud800', '[[[[[[', '"\\ud800"'),
  );
  const names = [...everything.names, 'subject', '__proto__', 'constructor', 'toString'];
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...names), junk), junk, (sent, id) => {
      try {
        everything.parse(Object.assign(Object.create(null), sent), { id });
      } catch (error) {
        expect(error).toBeInstanceOf(ParleyError);
        expect((error as ParleyError).status).toBe(400);
      }
    }),
    { numRuns: 2_000 },
  );
});

it('describes itself for the documentation', () => {
  const described = Object.fromEntries(everything.describe().map((each) => [each.name, each]));
  expect(described.topic).toEqual({
    name: 'topic',
    in: 'form',
    required: false,
    jsonEncoded: false,
    deprecated: false,
    aliases: ['subject'],
    description: 'Of the message.',
    schema: { type: 'string', maxLength: 100_000 },
  });
  expect(described.id).toMatchObject({ in: 'path', required: true, schema: { type: 'integer', minimum: 0 } });
  expect(described.flag).toMatchObject({ schema: { type: 'boolean', default: true } });
  expect(described.list).toMatchObject({ jsonEncoded: true, schema: { type: 'array' } });
  expect(params({}).parse(noParameters, noParameters)).toEqual({ values: {}, ignored: [] });
});
