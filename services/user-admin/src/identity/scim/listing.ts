import type { Scope } from '../../kernel/scope.ts';
import { type Filter, matches, parseFilter, type Resource } from '../domain/scim/filter.ts';
import { answerList, pageOf, type ScimAnswer, type ScimCall } from './answer.ts';

/** How resources of a kind are listed. */
export type Listing<Stored> = {
  /** Returns a part of all resources. */
  list(scope: Scope, part: { offset: number; limit: number }): Promise<Stored[]>;
  count(scope: Scope): Promise<number>;
  /** Looks up the resources that match a common filter. Returns undefined for another one. */
  lookUp(scope: Scope, call: ScimCall, filter: Filter): Promise<Stored[]> | undefined;
  /** Returns a resource as filters compare it. */
  compared(call: ScimCall, stored: Stored): Resource;
  /** Returns resources as they are answered. */
  present(scope: Scope, call: ScimCall, stored: readonly Stored[]): Promise<Resource[]>;
};

/** Resources are compared with filters in parts of this size. */
const scanned = 1_000;

/** Returns the page of resources that the query asks for, of those that match its filter. @throws ScimError */
export async function listResources<Stored>(
  listing: Listing<Stored>,
  scope: Scope,
  call: ScimCall,
): Promise<ScimAnswer> {
  const given = call.query.get('filter');
  const filter = given ? parseFilter(given) : undefined;
  const { startIndex, count } = pageOf(call.query);
  const offset = startIndex - 1;
  if (!filter) {
    const page = count === 0 ? [] : await listing.list(scope, { offset, limit: count });
    const total = await listing.count(scope);
    return answerList(call, await listing.present(scope, call, page), { total, startIndex });
  }
  const found = await (listing.lookUp(scope, call, filter) ?? findMatching(listing, scope, call, filter));
  const page = found.slice(offset, offset + count);
  return answerList(call, await listing.present(scope, call, page), { total: found.length, startIndex });
}

async function findMatching<Stored>(
  { list, compared }: Listing<Stored>,
  scope: Scope,
  call: ScimCall,
  filter: Filter,
): Promise<Stored[]> {
  const found: Stored[] = [];
  for (let offset = 0; ; offset += scanned) {
    const part = await list(scope, { offset, limit: scanned });
    found.push(...part.filter((each) => matches(compared(call, each), filter)));
    if (part.length < scanned) return found;
  }
}
