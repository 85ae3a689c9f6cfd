import { createHash } from 'node:crypto';
import { firstItem, isRecord, type PicturePolicy, type Sealer } from '@parley/core';
import type { Resource } from './domain/filter.ts';
import { memberOf } from './domain/filter.ts';
import { ScimError } from './domain/scim-error.ts';

/** A request of a provisioning client (SCIM). */
export type ScimCall = {
  method: string;
  /** Segments of the path below `/scim/v2`. */
  path: readonly string[];
  query: URLSearchParams;
  body: unknown;
  ifMatch: string;
  ifNoneMatch: string;
  /** URL of the API, such as `https://chat.example.com/scim/v2`. */
  base: string;
  /** Share of the active people who may be deactivated within a day, from 0 to 1. */
  share: number;
  /** Whether accounts get the profile pictures that the client sends, and whether these replace uploaded pictures. */
  pictures: PicturePolicy;
  /** Encrypts API keys. */
  sealer: Sealer;
};

/** A response to a provisioning client. */
export type ScimAnswer = { status: number; body?: Resource; etag?: string; location?: string };

/** Returns a resource with its metadata. The version is a hash of the resource, so it changes exactly when the resource changes. */
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

/** Responds with the requested attributes of a resource. Responds to GET with 304 when the client already has this version. */
export function answerWith(
  call: ScimCall,
  status: number,
  resource: ReturnType<typeof withMeta>,
): ScimAnswer {
  const { version, location } = resource.meta;
  if (call.method === 'GET' && hasVersion(call.ifNoneMatch, version)) return { status: 304, etag: version };
  return { status, body: projected(resource, call.query), etag: version, location };
}

/** Checks that the client changes the version that it has read, if it sent one. @throws ScimError 412 otherwise */
export function requireVersion({ ifMatch }: ScimCall, { meta }: ReturnType<typeof withMeta>): void {
  if (ifMatch !== '' && !hasVersion(ifMatch, meta.version)) {
    throw new ScimError(412, 'The resource has changed since it was read.');
  }
}

/** `*` stands for any version. Weak and strong versions are equal, because all versions here are weak. */
const hasVersion = (header: string, version: string): boolean =>
  header
    .split(',')
    .map((each) => each.trim())
    .some((each) => each === '*' || each.replace(/^W\//, '') === version.replace(/^W\//, ''));

/** Returns a resource with only the attributes that the query selects, and with `id` and `schemas`. */
function projected(resource: Resource, query: URLSearchParams): Resource {
  const names = (parameter: string) =>
    (query.get(parameter) ?? '')
      .split(',')
      .map((each) => firstItem(each.trim().split(/[.[]/)).toLowerCase())
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

/** Returns which page of a list the client requests: its first position, counted from 1, and its maximum length. */
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

/** Responds with one page of a list. */
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

/** Returns the body of a request. @throws ScimError when it is not a JSON object */
export function bodyOf({ body }: ScimCall): Resource {
  if (!isRecord(body)) throw new ScimError(400, 'The body must be a JSON object.', 'invalidSyntax');
  return body;
}

/** Checks that the body declares the schema of the resource. @throws ScimError otherwise */
export function requireSchema(body: Resource, schema: string): void {
  const schemas = memberOf(body, 'schemas');
  if (!Array.isArray(schemas) || !schemas.includes(schema)) {
    throw new ScimError(400, `schemas must contain ${schema}.`, 'invalidSyntax');
  }
}
