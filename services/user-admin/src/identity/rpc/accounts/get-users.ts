import type { GetUsersRequest, GetUsersResponse } from '@parley/proto/useradmin/v1/user_admin';
import type { Scope } from '../../../kernel/scope.ts';
import { listVisibleIds } from '../../../kernel/viewers.ts';
import { userPages } from '../../accounts/user-pages.ts';
import type { Ctx } from '../../context.ts';
import { listProfileData } from '../../db/profile-values.ts';
import { presentUser } from '../../domain/present-user.ts';

/**
 * Streams pages of all people that the caller sees, deactivated ones included.
 * @throws UNAUTHORIZED
 */
export async function* getUsers(
  _ctx: Ctx,
  request: GetUsersRequest,
  scope: Scope,
): AsyncGenerator<GetUsersResponse> {
  const viewer = await scope.caller();
  const visibleIds = await listVisibleIds(scope, viewer);
  const view = { viewer, clientGravatar: request.clientGravatar };
  const wantedIds = request.hasUserIds ? new Set(request.userIds) : undefined;
  // Of a guest who sees few people, only these are read, and not the whole organization.
  const userIds = wantedIds && visibleIds ? wantedIds.intersection(visibleIds) : (wantedIds ?? visibleIds);
  for await (const page of userPages(scope, userIds && [...userIds])) {
    scope.call.signal.throwIfAborted();
    const profileOf = request.includeCustomProfileFields
      ? await listProfileData(
          scope,
          page.map((person) => person.userId),
        )
      : undefined;
    const texts = page.map((person) =>
      JSON.stringify(presentUser(person, { ...view, profileData: profileOf?.(person.userId) })),
    );
    yield { usersJson: Buffer.from(texts.join(',')) };
  }
}
