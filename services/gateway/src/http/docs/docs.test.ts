import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { areas, routes, transfers } from '../routes.ts';
import { answers, shapes } from './answers.ts';
import { schemaOf, shapeOf } from './notation.ts';
import { type Json, openApiDocument } from './openapi.ts';
import { readingPage } from './reading-page.ts';

const document = openApiDocument({ areas, transfers });
const listed = Object.entries(document.paths as Record<string, Record<string, Json>>).flatMap(
  ([path, methods]) =>
    Object.entries(methods).map(
      ([method, operation]) => [String(operation.operationId), { path, method, operation }] as const,
    ),
);
const operations = new Map(listed);

/** Names of parameters by place, as the document has them. */
function documented({ operation }: { operation: Json }): {
  direct: string[];
  form: string[];
  required: string[];
} {
  const direct = (operation.parameters ?? []) as { name: string; required: boolean }[];
  const body = operation.requestBody as { content: Record<string, { schema?: Json }> } | undefined;
  const schema = body?.content['application/x-www-form-urlencoded']?.schema;
  return {
    direct: direct.map(({ name }) => name),
    form: Object.keys((schema?.properties ?? {}) as Json),
    required: [
      ...direct.filter(({ required }) => required).map(({ name }) => name),
      ...((schema?.required ?? []) as string[]),
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

  it('has every route, and nothing that is none', () => {
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
    'has every parameter of %s, where it travels, and whether it must be there',
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

describe('what operations answer with', () => {
  it('is said of operations that there are, with shapes that there are and that are used', () => {
    const known = new Set([...routes, ...transfers].map(({ operation }) => operation));
    expect(Object.keys(answers).filter((operation) => !known.has(operation))).toEqual([]);
    const text = JSON.stringify(document);
    const referred = new Set([...text.matchAll(/#\/components\/schemas\/(\w+)/g)].map(([, name]) => name));
    const { schemas } = document.components as { schemas: Json };
    expect([...referred].sort()).toEqual(Object.keys(schemas).sort());
    expect(Object.keys(shapes)).not.toContain('Success');
  });

  it.each([
    'integer',
    '[string]',
    'Draft | null',
    '{id: integer, *: any}',
    '{id: integer, to: integer | [integer], by: {*: {*: any}}, draft: Draft}',
  ])('is written as %s and read back', (shape) => {
    expect(shapeOf(schemaOf(shape))).toBe(shape);
  });

  it.each(['', '[', '[integer', '{id}', '{id: }', 'integer |', 'integer]', '{a: b;}'])(
    'is not written as %j',
    (shape) => expect(() => schemaOf(shape)).toThrow(/^No shape/),
  );
});

describe('the reading page', () => {
  const page = readingPage(document, '/api/openapi.json');

  it('has every operation and every parameter', () => {
    for (const [id, found] of operations) {
      const at = page.indexOf(`<details id="${id}">`);
      expect([id, at > 0]).toEqual([id, true]);
      const section = page.slice(at, page.indexOf('</details>', at));
      const { direct, form } = documented(found);
      for (const name of [...direct, ...form]) expect(section).toContain(`<code>${name}</code>`);
      if (answers[id]) expect(section).toContain('Answers with:');
    }
    for (const name of Object.keys(shapes)) expect(page).toContain(`<tr id="shape-${name}">`);
  });

  it('loads nothing from elsewhere and runs nothing', () => {
    expect(page).not.toMatch(/<script|<link|<img|@import|url\(|https?:\/\//i);
  });
});
