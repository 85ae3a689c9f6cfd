import type { DbScope } from '../kernel/scope.ts';
import { answerList, pageOf, type ScimAnswer, type ScimCall } from './answer.ts';
import { type Filter, matches, parseFilter, type Resource } from './domain/filter.ts';

export type Listing<Stored> = {
  list(scope: DbScope, part: { offset: number; limit: number }): Promise<Stored[]>;
  count(scope: DbScope): Promise<number>;
  /** Returns the resources that match a common filter, which an index supports; undefined for other filters. */
  lookUp(scope: DbScope, call: ScimCall, filter: Filter): Promise<Stored[]> | undefined;
  /** Returns a resource with the attributes with which filters are compared. */
  compared(call: ScimCall, stored: Stored): Resource;
  /** Returns resources in the form in which they are sent. */
  present(scope: DbScope, call: ScimCall, stored: readonly Stored[]): Promise<Resource[]>;
};

/** Number of resources that are read at a time, to compare them with a filter that no index supports. */
const scanned = 1_000;

/** Responds with the requested page of resources that match the filter. @throws ScimError */
export async function listResources<Stored>(
  listing: Listing<Stored>,
  scope: DbScope,
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
  scope: DbScope,
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
