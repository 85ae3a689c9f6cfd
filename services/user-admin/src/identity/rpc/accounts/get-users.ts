import type { GetUsersRequest, GetUsersResponse } from '@parley/proto/useradmin/v1/user_admin';
import type { Scope } from '../../../kernel/scope.ts';
import { visibleTo } from '../../../kernel/viewers.ts';
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
  const isVisible = await visibleTo(scope, viewer);
  const view = { viewer, clientGravatar: request.clientGravatar };
  for await (const all of userPages(scope, request.hasUserIds ? request.userIds : undefined)) {
    scope.call.signal.throwIfAborted();
    const page = all.filter(isVisible);
    if (page.length === 0) continue;
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
