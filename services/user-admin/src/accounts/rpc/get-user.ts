import { jsonBytes } from '@parley/core';
import type { GetUserRequest, GetUserResponse } from '@parley/proto/useradmin/v1/people';
import { resolveReference } from '../../guest-visibility/find-visible-person.ts';
import type { DbScope } from '../../kernel/scope.ts';
import { listProfileData } from '../../people/db/profile-values.ts';
import { presentUser } from '../../people/domain/present-user.ts';
import type { Ctx } from '../context.ts';

/**
 * Returns one person, with the data that the caller may see.
 * @throws BAD_REQUEST for an unknown person, a person whom the caller may not see, and a system bot
 */
export async function getUser(_ctx: Ctx, request: GetUserRequest, scope: DbScope): Promise<GetUserResponse> {
  const viewer = await scope.caller();
  const person = await resolveReference(scope, viewer, request.user);
  const profileData = request.includeCustomProfileFields
    ? (await listProfileData(scope, [person.userId]))(person.userId)
    : undefined;
  const shown = presentUser(person, { viewer, profileData });
  return { userJson: jsonBytes(shown), avatarUrl: shown.avatar_url };
}
