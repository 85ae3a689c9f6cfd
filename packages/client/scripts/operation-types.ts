import { compile } from 'json-schema-to-typescript';

type Json = Record<string, unknown>;
type Parameter = {
  name: string;
  in: string;
  required?: boolean;
  schema?: Json;
  content?: Record<string, { schema: Json }>;
};
type Operation = {
  operationId: string;
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema?: Json; encoding?: Json }> };
  responses: { '200': Json };
};
type Document = {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Json> };
};

const apiPrefix = '/api/v1';
const form = 'application/x-www-form-urlencoded';
const json = 'application/json';
/** Content types of answers that the client reads piece by piece instead of as one JSON document. */
const streams = ['application/octet-stream', 'text/event-stream'];
const header = `// Generated from the server's OpenAPI document by \`npm run generate\`. Do not edit.\n`;

type Described = { name: string; method: string; path: string; json: string[]; params: Json; answer: Json };

/**
 * Returns TypeScript source with the types of every event and of every operation that transfers no file or stream: parameters
 * and answer. A table at the end contains method and path of each operation.
 */
export async function operationTypes(document: unknown): Promise<string> {
  const { paths, components } = document as Document;
  const described = Object.entries(paths)
    .filter(([path]) => path.startsWith(`${apiPrefix}/`))
    .flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, operation]) => !isTransfer(operation))
        .map(([method, operation]) =>
          describe(path.slice(apiPrefix.length), method.toUpperCase(), operation),
        ),
    )
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
  const { Success: _success, Refused: _refused, ...shared } = components.schemas;
  const root = {
    ...closedObject(
      Object.fromEntries(
        described.map(({ name, params, answer }) => [name, closedObject({ params, answer })]),
      ),
    ),
    definitions: shared,
  };
  const types = await compile(rewriteReferences(root) as Json, 'Operations', {
    bannerComment: '',
    additionalProperties: false,
    unreachableDefinitions: true,
    style: { singleQuote: true, printWidth: 110 },
  });
  const entries = described.map(({ name, method, path, json: encoded }) => {
    const more = encoded.length > 0 ? `, json: ${JSON.stringify(encoded)}` : '';
    return `  '${name}': { method: '${method}', path: '${path}'${more} },`;
  });
  const record = `Record<keyof Operations, { ${['method: string', 'path: string', 'json?: readonly string[]'].map((each) => `readonly ${each}`).join('; ')} }>`;
  const table = [
    '/** Method and path of each operation, and the names of parameters that are sent as JSON although they may be texts. */',
    'export const operations: Readonly<',
    `  ${record}`,
    '> = {',
    ...entries,
    '};',
    '',
  ].join('\n');
  return `${header}\n${withoutOrigins(types)}\n${eventUnions(Object.keys(shared))}\n${table}`;
}

/**
 * Returns two union types of all events: the variants for clients with every capability, and the older variants for other
 * clients.
 */
function eventUnions(names: readonly string[]): string {
  const events = names.filter((name) => name.endsWith('Event'));
  const isOlder = (name: string) => name.startsWith('Older');
  const union = (about: string, name: string, members: readonly string[]) =>
    `/** ${about} */\nexport type ${name} =\n${members.map((each) => `  | ${each}`).join('\n')};\n`;
  return [
    union(
      'An event as it arrives.',
      'ServerEvent',
      events.filter((name) => !isOlder(name)),
    ),
    union(
      'An event in the form for clients without a capability.',
      'OlderServerEvent',
      events.filter(isOlder),
    ),
  ].join('\n');
}

/** Removes the comments that the type generator adds to name the origin of each type. */
const withoutOrigins = (types: string): string =>
  types.replaceAll(/\/\*\*\n \* This interface was referenced by[\s\S]*?\*\/\n/g, '');

/** Returns whether the operation's request or answer is a file, or the answer is a stream. */
function isTransfer({ requestBody, responses }: Operation): boolean {
  const answer = (responses['200'].content ?? {}) as Json;
  return requestBody?.content['*/*'] !== undefined || streams.some((type) => answer[type] !== undefined);
}

function describe(path: string, method: string, operation: Operation): Described {
  const body = operation.requestBody?.content[form];
  const properties: Record<string, Json> = { ...(body?.schema?.properties as Record<string, Json>) };
  const required = [...((body?.schema?.required as string[] | undefined) ?? [])];
  const encoded = new Set(Object.keys(body?.encoding ?? {}));
  for (const parameter of operation.parameters ?? []) {
    const inJson = parameter.content?.[json]?.schema;
    properties[parameter.name] = inJson ?? parameter.schema ?? {};
    if (inJson) encoded.add(parameter.name);
    if (parameter.required) required.push(parameter.name);
  }
  return {
    name: operation.operationId,
    method,
    path,
    json: [...encoded].filter((name) => mayBeText(properties[name]!)),
    params: { ...closedObject(properties), required },
    answer: answerOf(operation.responses['200']),
  };
}

const mayBeText = (schema: Json): boolean =>
  schema.type === 'string' || ((schema.anyOf as Json[] | undefined) ?? []).some(mayBeText);

/** Returns the schema of an answer's own members, without the members that all answers share. */
function answerOf(response: Json): Json {
  const schema = (response.content as { [json]?: { schema: Json } } | undefined)?.[json]?.schema;
  const own = (schema?.allOf as Json[] | undefined)?.[1];
  return own ?? closedObject({});
}

const closedObject = (properties: Record<string, Json>): Json => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});

/** Returns the schema with references that point into the schema itself instead of the OpenAPI document. */
function rewriteReferences(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(rewriteReferences);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { $ref } = schema as { $ref?: string };
  if ($ref) return { $ref: $ref.replace('#/components/schemas/', '#/definitions/') };
  const { prefixItems, ...rest } = schema as { prefixItems?: unknown[] };
  const copy = Object.fromEntries(
    Object.entries(rest).map(([name, value]) => [name, rewriteReferences(value)]),
  );
  // The generator supports only the older notation of tuples: an array in `items`.
  return prefixItems
    ? { ...copy, items: rewriteReferences(prefixItems), minItems: prefixItems.length }
    : copy;
}
