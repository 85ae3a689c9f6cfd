import type { DbScope } from '../kernel/scope.ts';
import { answerList, bodyOf, pageOf, type ScimAnswer, type ScimCall } from './answer.ts';
import type { Ctx } from './context.ts';
import { readCreation } from './create-users.ts';
import { providerConfig, resourceTypes, schemas } from './domain/discovery.ts';
import { memberOf, type Resource } from './domain/filter.ts';
import { ScimError } from './domain/scim-error.ts';
import { createGroup, deleteGroup, getGroup, listGroups, patchGroup, replaceGroup } from './groups.ts';
import { deleteUser, getUser, listUsers, patchUser, replaceUser } from './users.ts';

/** Handles a request of a provisioning client, according to its path and method. @throws ScimError, ParleyError */
export async function routeScim(ctx: Ctx, scope: DbScope, call: ScimCall): Promise<ScimAnswer> {
  const [kind, id, ...more] = call.path;
  if (more.length > 0) throw notFound();
  switch (kind) {
    case 'Users':
      return routeUsers(ctx, scope, call);
    case 'Groups':
      return routeGroups(scope, call);
    case 'ServiceProviderConfig':
      requireRead(call);
      if (id !== undefined) throw notFound();
      return { status: 200, body: providerConfig(call.base) };
    case 'Schemas':
      return discover(call, schemas(call.base));
    case 'ResourceTypes':
      return discover(call, resourceTypes(call.base));
    case '.search':
      return searchAll(scope, call);
    case 'Me':
    case 'Bulk':
      throw new ScimError(501, 'This server does not support that part of the protocol.');
    default:
      throw notFound();
  }
}

function routeUsers(ctx: Ctx, scope: DbScope, call: ScimCall): Promise<ScimAnswer> {
  const { method, path } = call;
  if (path.length === 1) {
    if (method === 'GET') return listUsers(scope, call);
    if (method === 'POST') return ctx.creations.create(readCreation(ctx, scope, call));
  } else if (path[1] === '.search') {
    if (method === 'POST') return listUsers(scope, searchOf(call));
  } else {
    if (method === 'GET') return getUser(scope, call);
    if (method === 'PUT') return replaceUser(scope, call);
    if (method === 'PATCH') return patchUser(scope, call);
    if (method === 'DELETE') return deleteUser(scope, call);
  }
  throw methodNotAllowed();
}

function routeGroups(scope: DbScope, call: ScimCall): Promise<ScimAnswer> {
  const { method, path } = call;
  if (path.length === 1) {
    if (method === 'GET') return listGroups(scope, call);
    if (method === 'POST') return createGroup(scope, call);
  } else if (path[1] === '.search') {
    if (method === 'POST') return listGroups(scope, searchOf(call));
  } else {
    if (method === 'GET') return getGroup(scope, call);
    if (method === 'PUT') return replaceGroup(scope, call);
    if (method === 'PATCH') return patchGroup(scope, call);
    if (method === 'DELETE') return deleteGroup(scope, call);
  }
  throw methodNotAllowed();
}

/** Returns the call with the search parameters of its body as query parameters: URLs have a maximum length. */
function searchOf(call: ScimCall): ScimCall {
  const body = bodyOf(call);
  const query = new URLSearchParams();
  for (const name of ['filter', 'startIndex', 'count', 'attributes', 'excludedAttributes']) {
    const value = memberOf(body, name);
    if (value !== undefined && value !== null) query.set(name, String(value));
  }
  return { ...call, query };
}

/** Searches people and groups together. The result lists people first. */
async function searchAll(scope: DbScope, call: ScimCall): Promise<ScimAnswer> {
  if (call.method !== 'POST') throw methodNotAllowed();
  const search = searchOf(call);
  const { startIndex, count } = pageOf(search.query);
  const users = listOf(await listUsers(scope, search));
  const query = new URLSearchParams(search.query);
  query.set('startIndex', String(Math.max(1, startIndex - users.total)));
  query.set('count', String(count - users.resources.length));
  const groups = listOf(await listGroups(scope, { ...search, query }));
  // An empty query, so that `answerList` selects no attributes: both lists have already done so.
  const whole = { ...call, query: new URLSearchParams() };
  const total = users.total + groups.total;
  return answerList(whole, [...users.resources, ...groups.resources], { total, startIndex });
}

const listOf = ({ body = {} }: ScimAnswer) => ({
  total: body.totalResults as number,
  resources: body.Resources as Resource[],
});

function discover(call: ScimCall, resources: Resource[]): ScimAnswer {
  requireRead(call);
  // A filter is refused and not ignored, so that no client takes all of these documents for a filtered list (RFC 7644, section 4).
  if (call.query.has('filter')) throw new ScimError(403, 'These documents cannot be filtered.');
  const [, id] = call.path;
  if (id === undefined) return answerList(call, resources, { total: resources.length, startIndex: 1 });
  const found = resources.find((resource) => resource.id === id);
  if (!found) throw notFound();
  return { status: 200, body: found };
}

function requireRead({ method }: ScimCall): void {
  if (method !== 'GET') throw methodNotAllowed();
}

const notFound = () => new ScimError(404, 'There is nothing at this address.');
const methodNotAllowed = () => new ScimError(405, 'This address does not take this method.');
