import { setImmediate } from 'node:timers/promises';
import type { GetUsersRequest, GetUsersResponse } from '@parley/proto/useradmin/v1/user_admin';
import type { UserId } from '@parley/rules';
import { listVisibleIds } from '../../guest-visibility/visible-people.ts';
import type { Person } from '../../kernel/domain/person.ts';
import type { DbScope } from '../../kernel/scope.ts';
import { listProfileData } from '../../people/db/profile-values.ts';
import { presentUser } from '../../people/domain/present-user.ts';
import type { ListedPerson } from '../../people/people-blocks.ts';
import { userPages } from '../../people/user-pages.ts';
import type { Ctx } from '../context.ts';

/** All people whom the caller may see, including deactivated ones, one page at a time. */
export async function* getUsers(
  ctx: Ctx,
  request: GetUsersRequest,
  scope: DbScope,
): AsyncGenerator<GetUsersResponse> {
  const viewer = await scope.caller();
  const visibleIds = await listVisibleIds(scope, viewer);
  const wantedIds = request.hasUserIds ? new Set(request.userIds) : undefined;
  // For a guest who may see few people, reads only these, and not the whole organization.
  const userIds = wantedIds && visibleIds ? wantedIds.intersection(visibleIds) : (wantedIds ?? visibleIds);
  const pages = userIds
    ? pagesOfSome(scope, [...userIds], request.includeCustomProfileFields)
    : pagesOfAll(ctx, scope);
  for await (const page of pages) {
    scope.call.signal.throwIfAborted();
    yield { usersJson: pageText(page, viewer, request) };
  }
}

function pageText(page: readonly ListedPerson[], viewer: Person, request: GetUsersRequest): Buffer {
  const { includeCustomProfileFields } = request;
  const texts = page.map(({ person, profileData }) =>
    JSON.stringify(
      presentUser(person, {
        viewer,
        profileData: includeCustomProfileFields ? profileData : undefined,
      }),
    ),
  );
  return Buffer.from(texts.join(','));
}

async function* pagesOfSome(
  scope: DbScope,
  userIds: readonly UserId[],
  withProfiles: boolean,
): AsyncGenerator<readonly ListedPerson[]> {
  for await (const page of userPages(scope, userIds)) {
    const ids = page.map(({ userId }) => userId);
    const profileOf = withProfiles ? await listProfileData(scope, ids) : () => ({});
    yield page.map((person) => ({ person, profileData: profileOf(person.userId) }));
  }
}

/** Number of people in a page, which is rendered in one turn of the event loop. Other requests run between pages. */
const pageSize = 250;

/** Yields all people in pages, from the cached list that registrations also use. */
async function* pagesOfAll(ctx: Ctx, scope: DbScope): AsyncGenerator<readonly ListedPerson[]> {
  const { value: list } = await scope.snapshot((tx, snapshot) => ctx.peopleLists.read(tx, snapshot));
  let page: ListedPerson[] = [];
  for (const listed of list.people.values()) {
    page.push(listed);
    if (page.length < pageSize) continue;
    yield page;
    page = [];
    await setImmediate();
  }
  if (page.length > 0) yield page;
}
