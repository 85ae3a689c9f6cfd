import type { JsonSchema } from '@parley/api';
import { events, olderForms } from '@parley/api/events';
import { requestedFields } from '@parley/api/register';
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { areas, routes, transfers } from '../routes.ts';
import type { DocumentedOperation } from './document.ts';
import { openApiDocument } from './openapi.ts';
import { readingPage } from './reading-page.ts';
import { shapeText } from './shape-text.ts';

const document = openApiDocument({ areas, transfers });
const listed = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(
    ([method, operation]) => [operation.operationId, { path, method, operation }] as const,
  ),
);
const operations = new Map(listed);

/** Returns the names of an operation's parameters in the document, grouped by where they are sent. */
function documented({
  operation: { parameters: direct = [], requestBody },
}: {
  operation: DocumentedOperation;
}): {
  direct: string[];
  form: string[];
  required: string[];
} {
  const schema = requestBody?.content['application/x-www-form-urlencoded']?.schema;
  return {
    direct: direct.map(({ name }) => name),
    form: Object.keys(schema?.properties ?? {}),
    required: [
      ...direct.filter(({ required }) => required).map(({ name }) => name),
      ...(schema?.required ?? []),
    ],
  };
}

describe('the OpenAPI document', () => {
  it('is OpenAPI 3.1', async () => {
    const validator = new Validator();
    const result = await validator.validate(structuredClone(document));
    expect(result.errors ?? []).toEqual([]);
    expect(result.valid).toBe(true);
    expect(validator.version).toBe('3.1');
  });

  it('has exactly the routes of the gateway', () => {
    const expected = [...routes, ...transfers].map(({ operation }) => operation);
    const ids = [...operations.keys()];
    expect(expected.filter((each) => !ids.includes(each))).toEqual([]);
    const known = new Set(expected);
    const declared = (id: string) => id.replace(/(-part)?(-(get|post|put|patch|delete))?$/, '');
    expect(ids.filter((id) => !known.has(id) && !known.has(declared(id)))).toEqual([]);
    for (const route of routes) {
      const { path, method } = operations.get(route.operation)!;
      expect(method).toBe(route.method.toLowerCase());
      expect(path.replaceAll(/\{\w+\}/g, '{}')).toBe(`/api/v1${route.path}`.replaceAll(/\{\w+\}/g, '{}'));
    }
  });

  it.each(routes.map((route) => [route.operation, route] as const))(
    'has every parameter of %s, with its place and whether it is required',
    (operation, route) => {
      const found = documented(operations.get(operation)!);
      const described = route.params.describe();
      const sent = described.filter((each) => each.in === 'form').map(({ name }) => name);
      expect(route.method === 'GET' ? found.direct : found.form).toEqual(expect.arrayContaining(sent));
      const inPath = described.filter((each) => each.in === 'path');
      expect([...found.direct, ...found.form]).toHaveLength(described.length);
      const required = described
        .filter((each) => each.required && each.in === 'form')
        .map(({ name }) => name);
      expect(found.required).toEqual(expect.arrayContaining(required));
      expect(found.required).toHaveLength(required.length + inPath.length);
    },
  );

  it('names each operation, and each folder of routes, once', () => {
    expect(listed).toHaveLength(operations.size);
    expect(new Set(areas.map(({ title }) => title)).size).toBe(areas.length);
    expect(routes).toHaveLength(areas.flatMap((area) => area.routes).length);
  });
});

describe('answers and events in the document', () => {
  const { schemas } = document.components;

  it('describe the answer of every operation that declares one', () => {
    for (const { operation, answer } of [...routes, ...transfers]) {
      const isDescribed = JSON.stringify(operations.get(operation)?.operation.responses['200']).includes(
        'allOf',
      );
      expect([operation, isDescribed]).toEqual([operation, answer !== undefined]);
    }
  });

  it('reference only schemas of the document, which contains only these and the events', () => {
    const text = JSON.stringify(document);
    const referred = new Set([...text.matchAll(/#\/components\/schemas\/(\w+)/g)].map(([, name]) => name!));
    expect([...referred].filter((name) => !schemas[name])).toEqual([]);
    const unreferred = Object.keys(schemas).filter((name) => !referred.has(name) && !name.endsWith('Event'));
    expect(unreferred).toEqual([]);
    expect(text).not.toContain('#/$defs');
  });

  it('describe every event', () => {
    const described = Object.entries(schemas).filter(([name]) => name.endsWith('Event'));
    const names = described.map(([, { properties }]) => {
      const { type, op } = properties as Record<string, { const?: string }>;
      return [type!.const, ...(op ? [op.const] : [])].join('/');
    });
    expect(names.sort()).toEqual([...Object.keys(events), ...Object.keys(olderForms)].sort());
  });

  it('list the event types that request each field of a registration', () => {
    const answer = operations.get('register-queue')!.operation.responses['200'];
    const { properties } = answer!.content!['application/json']!.schema!.allOf![1]!;
    for (const { fetch, fields } of requestedFields.filter(({ fetch }) => fetch.length > 0)) {
      for (const name of Object.keys(fields.shape)) {
        expect(properties).toHaveProperty([name, 'x-fetch-event-types'], fetch);
      }
    }
  });
});

describe('the short notation of a schema', () => {
  it.each<[schema: JsonSchema, text: string]>([
    [{ type: 'integer' }, 'integer'],
    [{}, 'any'],
    [{ type: 'array', items: { type: 'string' } }, '[string]'],
    [{ type: 'array', prefixItems: [{ type: 'string' }, { type: 'integer' }] }, '[string, integer]'],
    [{ anyOf: [{ $ref: '#/components/schemas/Draft' }, { type: 'null' }] }, 'Draft | null'],
    [{ type: 'string', enum: ['stream', 'private'] }, '"stream" | "private"'],
    [{ const: 'add' }, '"add"'],
    [
      {
        type: 'object',
        properties: { id: { type: 'integer' }, topic: { type: 'string' } },
        required: ['id'],
        additionalProperties: {},
      },
      '{id: integer, topic?: string, *: any}',
    ],
    [
      { type: 'object', additionalProperties: { type: 'object', additionalProperties: { type: 'string' } } },
      '{*: {*: string}}',
    ],
  ])('shows %j as %s', (schema, text) => expect(shapeText(schema)).toBe(text));
});

describe('the HTML page of the documentation', () => {
  const page = readingPage(document, '/api/openapi.json');

  it('has every operation and every parameter', () => {
    for (const [id, found] of operations) {
      const at = page.indexOf(`<details id="${id}">`);
      expect([id, at > 0]).toEqual([id, true]);
      const section = page.slice(at, page.indexOf('</details>', at));
      const { direct, form } = documented(found);
      for (const name of [...direct, ...form]) expect(section).toContain(`<code>${name}</code>`);
      if (JSON.stringify(found.operation.responses).includes('allOf')) {
        expect(section).toContain('Answers with:');
      }
    }
    const { schemas } = document.components;
    for (const name of Object.keys(schemas).filter((each) => each !== 'Success' && each !== 'Refused')) {
      expect(page).toContain(`<tr id="shape-${name}">`);
    }
  });

  it('loads no external resources and runs no scripts', () => {
    expect(page).not.toMatch(/<script|<link|<img|@import|url\(|https?:\/\//i);
  });
});
