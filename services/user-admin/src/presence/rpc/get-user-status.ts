import { jsonBytes } from '@parley/core';
import type { GetUserStatusRequest, GetUserStatusResponse } from '@parley/proto/useradmin/v1/personal';
import { resolveReference } from '../../guest-visibility/find-visible-person.ts';
import { findUserSettings } from '../../kernel/db/user-settings.ts';
import type { DbScope } from '../../kernel/scope.ts';
import type { Ctx } from '../context.ts';
import { findUserStatus } from '../db/user-statuses.ts';
import { presentStatus } from '../domain/user-status.ts';

/** Returns the status of a person. @throws BAD_REQUEST for a person whom the caller may not see */
export async function getUserStatus(
  _ctx: Ctx,
  { userId }: GetUserStatusRequest,
  scope: DbScope,
): Promise<GetUserStatusResponse> {
  const caller = await scope.caller();
  await resolveReference(scope, caller, { user: { $case: 'userId', userId } });
  const { presence_enabled: isVisible } = await findUserSettings(scope, userId);
  const status = presentStatus(await findUserStatus(scope, userId), isVisible === false);
  return { statusJson: jsonBytes(status) };
}
