import { createHash } from 'node:crypto';
import type { PicturePolicy } from '@parley/core';
import type { Resource } from '../domain/scim/filter.ts';
import { memberOf } from '../domain/scim/filter.ts';
import { ScimError } from '../domain/scim/scim-error.ts';

/** A request of a provisioning client. */
export type ScimCall = {
  method: string;
  /** Path below `/scim/v2`, by its parts. */
  path: readonly string[];
  query: URLSearchParams;
  /** The parsed body; undefined without one. */
  body: unknown;
  ifMatch: string;
  ifNoneMatch: string;
  /** `https://chat.example.com/scim/v2`. */
  base: string;
  /** The share of active people who may be deactivated within a day. */
  share: number;
  /** Whether people get the pictures that the client names. */
  pictures: PicturePolicy;
};

/** An answer to a provisioning client. */
export type ScimAnswer = { status: number; body?: Resource; etag?: string; location?: string };

/** Returns a resource with its `meta`. The version is a hash, so it changes exactly when the resource does. */
export function withMeta(
  resource: Resource,
  {
    type,
    location,
    createdAt,
    changedAt,
  }: { type: string; location: string; createdAt: number; changedAt: number },
): Resource & { meta: { version: string; location: string } & Resource } {
  const hash = createHash('sha256').update(JSON.stringify(resource)).digest('base64url').slice(0, 20);
  const time = (seconds: number) => new Date(seconds * 1_000).toISOString();
  return {
    ...resource,
    meta: {
      resourceType: type,
      created: time(createdAt),
      lastModified: time(Math.max(createdAt, changedAt)),
      location,
      version: `W/"${hash}"`,
    },
  };
}

/** Answers with a resource, without the attributes that the client does not want; 304 when the client has it. */
export function answerWith(
  call: ScimCall,
  status: number,
  resource: ReturnType<typeof withMeta>,
): ScimAnswer {
  const { version, location } = resource.meta;
  if (call.method === 'GET' && hasVersion(call.ifNoneMatch, version)) return { status: 304, etag: version };
  return { status, body: projected(resource, call.query), etag: version, location };
}

/** Checks that the client changes the version that it knows. @throws ScimError 412 */
export function requireVersion({ ifMatch }: ScimCall, { meta }: ReturnType<typeof withMeta>): void {
  if (ifMatch !== '' && !hasVersion(ifMatch, meta.version)) {
    throw new ScimError(412, 'The resource has changed since it was read.');
  }
}

/** Compares weakly, because every version is weak. */
const hasVersion = (header: string, version: string): boolean =>
  header
    .split(',')
    .map((each) => each.trim())
    .some((each) => each === '*' || each.replace(/^W\//, '') === version.replace(/^W\//, ''));

/** Returns a resource with the attributes that the query selects. */
function projected(resource: Resource, query: URLSearchParams): Resource {
  const names = (parameter: string) =>
    (query.get(parameter) ?? '')
      .split(',')
      .map((each) => each.trim().split(/[.[]/)[0]!.toLowerCase())
      .filter((each) => each !== '');
  const [wanted, unwanted] = [names('attributes'), names('excludedAttributes')];
  const always = new Set(['id', 'schemas']);
  return Object.fromEntries(
    Object.entries(resource).filter(([name]) => {
      const key = name.toLowerCase();
      if (always.has(key)) return true;
      return wanted.length > 0 ? wanted.includes(key) : !unwanted.includes(key);
    }),
  );
}

const defaultCount = 100;
const maxCount = 500;

/** Returns which part of a list the client wants. */
export function pageOf(query: URLSearchParams): { startIndex: number; count: number } {
  const read = (name: string, otherwise: number) => {
    const value = Number(query.get(name) ?? otherwise);
    return Number.isSafeInteger(value) ? value : otherwise;
  };
  return {
    startIndex: Math.max(1, read('startIndex', 1)),
    count: Math.min(maxCount, Math.max(0, read('count', defaultCount))),
  };
}

/** Answers with a part of a list. */
export const answerList = (
  { query }: ScimCall,
  resources: readonly Resource[],
  { total, startIndex }: { total: number; startIndex: number },
): ScimAnswer => ({
  status: 200,
  body: {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
    totalResults: total,
    startIndex,
    itemsPerPage: resources.length,
    Resources: resources.map((resource) => projected(resource, query)),
  },
});

/** Returns the body of a request, which must be an object. @throws ScimError */
export function bodyOf({ body }: ScimCall): Resource {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new ScimError(400, 'The body must be a JSON object.', 'invalidSyntax');
  }
  return body as Resource;
}

/** Checks that the body names the schema of what it describes. @throws ScimError */
export function requireSchema(body: Resource, schema: string): void {
  const schemas = memberOf(body, 'schemas');
  if (!Array.isArray(schemas) || !schemas.includes(schema)) {
    throw new ScimError(400, `schemas must contain ${schema}.`, 'invalidSyntax');
  }
}
