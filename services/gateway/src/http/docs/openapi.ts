import { type JsonSchema, jsonSchemaOf } from '@parley/api';
import { deliveredEvents } from '@parley/api/events';
import { itemAt } from '@parley/core';
import type { z } from 'zod';
import type { ParameterDescription } from '../../edge/declaration/params.ts';
import { methodsOf } from '../../edge/declaration/paths.ts';
import type { AnyRoute, Area, Auth } from '../../edge/declaration/route.ts';
import type { Transfer } from '../../edge/declaration/transfer.ts';
import { ruleOf } from '../../edge/limits/rate-rules.ts';
import { versionFields } from '../version.ts';
import type {
  DocumentedAnswer,
  DocumentedOperation,
  DocumentedParameter,
  OpenApiDocument,
} from './document.ts';

type Source = { areas: readonly Area[]; transfers: readonly Transfer[] };

/** JSON Schemas of objects that several operations use, by name. They are collected while operations are described. */
type SharedSchemas = Map<string, JsonSchema>;

const apiPrefix = '/api/v1';
const description = `The HTTP API of Parley.

Parameters travel as a form (\`application/x-www-form-urlencoded\`), as \`multipart/form-data\`, as members of a JSON object,
or in the query, whatever the method. The body wins over the query, and the last value of a repeated name counts. A parameter
marked as JSON is a JSON text inside its form or query. Unknown parameters are listed in \`ignored_parameters_unsupported\`
and have no effect. Every operation also accepts \`client\`, the name of the calling program.

Rate limits apply per user and address: \`X-RateLimit-Limit\`, \`X-RateLimit-Remaining\` and \`X-RateLimit-Reset\` say how much
is left, and \`Retry-After\` when to retry.`;

/** From the declarations that also parse requests, and the schemas in `@parley/api`. */
export function openApiDocument({ areas, transfers }: Source): OpenApiDocument {
  const paths: Record<string, Record<string, DocumentedOperation>> = {};
  const known = new Map<string, string>();
  const shared: SharedSchemas = new Map();
  for (const area of areas) {
    for (const route of area.routes) {
      const { path, names } = canonicalPath(apiPrefix + route.path, known);
      const operation = operationOf(route, { tag: area.title, names, shared });
      paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation };
    }
  }
  for (const transfer of transfers) {
    const path = transfer.takesRest ? `${transfer.path}/{path}` : transfer.path;
    const methods = transfer.methods.filter((each) => each !== 'OPTIONS' && each !== 'HEAD');
    for (const [index, method] of methods.entries()) {
      const isFurther = isShared(transfer, transfers) && transfer.takesRest;
      const suffix = `${isFurther ? '-part' : ''}${index === 0 ? '' : `-${method.toLowerCase()}`}`;
      const operation = transferOf(transfer, suffix, shared);
      paths[path] = { ...paths[path], [method.toLowerCase()]: operation };
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Parley',
      version: versionFields.zulip_version,
      'x-feature-level': versionFields.zulip_feature_level,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      description,
    },
    servers: [{ url: '/' }],
    tags: [
      ...areas.map(({ title, about }) => ({ name: title, description: about })),
      { name: filesTag, description: 'Uploads and downloads.' },
    ],
    paths,
    components: componentsOf(shared),
  };
}

const filesTag = 'Files';

/** Paths that differ only in names of parameters are one path in the document. */
function canonicalPath(
  path: string,
  known: Map<string, string>,
): { path: string; names: Map<string, string> } {
  const shape = path.replaceAll(/\{\w+\}/g, '{}');
  const canonical = known.get(shape) ?? path;
  known.set(shape, canonical);
  const namesIn = (each: string) => [...each.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const first = namesIn(canonical);
  return {
    path: canonical,
    names: new Map(namesIn(path).map((name, index) => [name, itemAt(first, index)])),
  };
}

type Place = {
  tag: string;
  /** Names of the path's parameters in the document, by their names in the route. */
  names: ReadonlyMap<string, string>;
  shared: SharedSchemas;
};

function operationOf(route: AnyRoute, { tag, names, shared }: Place): DocumentedOperation {
  const described = route.params.describe();
  const inPath = described.filter((each) => each.in === 'path');
  const sent = described.filter((each) => each.in === 'form');
  const isRead = route.method === 'GET';
  const parameters = [
    ...inPath.map((each) => ({ ...parameterOf(each, 'path'), name: names.get(each.name) ?? each.name })),
    ...(isRead ? sent.map((each) => parameterOf(each, 'query')) : []),
  ];
  return {
    operationId: route.operation,
    tags: [tag],
    summary: route.summary,
    ...(parameters.length > 0 && { parameters }),
    ...(!isRead && sent.length > 0 && { requestBody: bodyOf(sent) }),
    ...accessOf(route),
    responses: responsesOf(
      route.auth,
      route.sendsEvents ? serverSentEvents : successOf(route.answer, shared),
    ),
    ...(methodsOf(route).includes('HEAD') && { 'x-also': ['HEAD'] }),
    ...(route.isLongPoll && { 'x-long-poll': true }),
  };
}

/** Returns whether another transfer has the same operation, as with resumable uploads, which have two paths. */
const isShared = (transfer: Transfer, all: readonly Transfer[]): boolean =>
  all.some((each) => each !== transfer && each.operation === transfer.operation);

function transferOf(transfer: Transfer, suffix: string, shared: SharedSchemas): DocumentedOperation {
  const isUpload = transfer.methods.includes('POST') || transfer.methods.includes('PATCH');
  const answer = transfer.answer && schemaOf(transfer.answer, shared);
  const content = {
    ...(!answer && { 'application/octet-stream': {} }),
    'application/json': { schema: answer ? { allOf: [success, answer] } : success },
  };
  return {
    operationId: `${transfer.operation}${suffix}`,
    tags: [filesTag],
    summary: transfer.summary,
    ...(transfer.takesRest && { parameters: [restOfPath] }),
    ...(isUpload && !suffix.endsWith('-get') && { requestBody: { content: { '*/*': {} } } }),
    ...accessOf(transfer),
    responses: responsesOf(transfer.auth, {
      description: answer ? 'Done.' : 'A file, or a success body.',
      headers,
      content,
    }),
  };
}

const restOfPath: DocumentedParameter = {
  name: 'path',
  in: 'path',
  required: true,
  schema: { type: 'string' },
};

/** Returns the schema for the document. Adds the shared objects that the schema references to `shared`. */
function schemaOf(schema: z.ZodType, shared: SharedSchemas): JsonSchema {
  const document = jsonSchemaOf(schema);
  for (const [name, each] of Object.entries(document.shared)) shared.set(name, each);
  return document.schema;
}

function successOf(answer: z.ZodType | undefined, shared: SharedSchemas): DocumentedAnswer {
  if (!answer) return { $ref: '#/components/responses/Success' };
  const schema = { allOf: [success, schemaOf(answer, shared)] };
  return { description: 'Done.', headers, content: inJson(schema) };
}

/** Returns how callers can authenticate (with an API key, with a session or not at all), and the rate limit rule. */
function accessOf(route: {
  operation: string;
  auth: Auth;
}): Pick<DocumentedOperation, 'security' | 'x-rate-limit'> {
  const ways = [
    ...(route.auth === 'none' ? [] : [{ apiKey: [] }, { session: [] }]),
    ...(route.auth === 'required' ? [] : [{}]),
  ];
  const rule = ruleOf(route.operation, route.auth !== 'none');
  return { security: ways, ...(rule && { 'x-rate-limit': rule }) };
}

const responsesOf = (auth: Auth, ok: DocumentedAnswer): DocumentedOperation['responses'] => ({
  '200': ok,
  ...(auth !== 'none' && { '401': { $ref: '#/components/responses/Unauthorized' } }),
  '429': { $ref: '#/components/responses/RateLimitHit' },
  '503': { $ref: '#/components/responses/Unavailable' },
  default: { $ref: '#/components/responses/Refused' },
});

function aboutOf({ description: text, aliases, jsonEncoded }: ParameterDescription): string {
  const spelled = aliases.map((each) => `\`${each}\``).join(', ');
  return [text, aliases.length > 0 && `Also accepted as ${spelled}.`, jsonEncoded && 'A JSON text.']
    .filter(Boolean)
    .join(' ');
}

function parameterOf(parameter: ParameterDescription, place: 'path' | 'query'): DocumentedParameter {
  const about = aboutOf(parameter);
  return {
    name: parameter.name,
    in: place,
    required: parameter.required,
    ...(about !== '' && { description: about }),
    ...(parameter.deprecated && { deprecated: true }),
    ...(parameter.aliases.length > 0 && { 'x-aliases': parameter.aliases }),
    ...(parameter.jsonEncoded && place === 'query'
      ? { content: { 'application/json': { schema: parameter.schema } } }
      : { schema: parameter.schema }),
  };
}

function bodyOf(
  parameters: readonly ParameterDescription[],
): NonNullable<DocumentedOperation['requestBody']> {
  const required = parameters.filter((each) => each.required).map(({ name }) => name);
  const encoded = parameters.filter((each) => each.jsonEncoded);
  const schema: JsonSchema = {
    type: 'object',
    properties: Object.fromEntries(parameters.map((each) => [each.name, propertyOf(each)])),
    ...(required.length > 0 && { required }),
  };
  const encoding = Object.fromEntries(encoded.map(({ name }) => [name, { contentType: 'application/json' }]));
  return {
    required: required.length > 0,
    content: {
      'application/x-www-form-urlencoded': { schema, ...(encoded.length > 0 && { encoding }) },
    },
  };
}

function propertyOf(parameter: ParameterDescription): JsonSchema {
  const about = aboutOf(parameter);
  return {
    ...parameter.schema,
    ...(about !== '' && { description: about }),
    ...(parameter.deprecated && { deprecated: true }),
    ...(parameter.aliases.length > 0 && { 'x-aliases': parameter.aliases }),
  };
}

const headers: NonNullable<DocumentedAnswer['headers']> = {
  'X-Request-Id': { description: 'Names the request in logs.', schema: { type: 'string' } },
  'X-RateLimit-Limit': { description: 'Requests in a burst.', schema: { type: 'integer' } },
  'X-RateLimit-Remaining': { description: 'Requests left.', schema: { type: 'integer' } },
  'X-RateLimit-Reset': {
    description: 'Unix time in seconds at which the limit is restored.',
    schema: { type: 'integer' },
  },
};

const retryAfter: NonNullable<DocumentedAnswer['headers']> = {
  'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } },
};

const serverSentEvents: DocumentedAnswer = {
  description: 'Server-sent events. The data of each message is a JSON array of events, as in `get-events`.',
  headers,
  content: { 'text/event-stream': { schema: { type: 'string' } } },
};

const success = { $ref: '#/components/schemas/Success' };
const inJson = (schema: JsonSchema) => ({ 'application/json': { schema } });
const refused = (about: string, more: DocumentedAnswer['headers'] = {}): DocumentedAnswer => ({
  description: about,
  headers: { ...headers, ...more },
  content: inJson({ $ref: '#/components/schemas/Refused' }),
});

function componentsOf(shared: SharedSchemas): OpenApiDocument['components'] {
  for (const event of deliveredEvents) schemaOf(event, shared);
  const schemas = Object.fromEntries([...shared].sort(([one], [other]) => (one < other ? -1 : 1)));
  return { ...fixedComponents, schemas: { ...fixedComponents.schemas, ...schemas } };
}

const fixedComponents: OpenApiDocument['components'] = {
  securitySchemes: {
    apiKey: { type: 'http', scheme: 'basic', description: 'An email address and its API key.' },
    session: {
      type: 'apiKey',
      in: 'cookie',
      name: 'parley_session',
      description:
        'A browser’s session; writes also need `X-CSRFToken`. Over TLS the name is `__Host-parley_session`.',
    },
  },
  schemas: {
    Success: {
      type: 'object',
      properties: {
        result: { const: 'success' },
        msg: { type: 'string' },
        ignored_parameters_unsupported: { type: 'array', items: { type: 'string' } },
      },
      required: ['result', 'msg'],
    },
    Refused: {
      type: 'object',
      properties: { result: { const: 'error' }, msg: { type: 'string' }, code: { type: 'string' } },
      required: ['result', 'msg', 'code'],
    },
  },
  responses: {
    Success: { description: 'Done.', headers, content: inJson(success) },
    Unauthorized: refused('Credentials are missing or wrong, or the account is deactivated.'),
    RateLimitHit: refused('Too many requests; `retry-after` in the body has the fraction.', retryAfter),
    Unavailable: refused('The server is overloaded or a service is unavailable: retry.', retryAfter),
    Refused: refused('`code` is the reason for programs, `msg` the explanation for people.'),
  },
};
