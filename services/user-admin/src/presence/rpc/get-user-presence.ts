import { errors, errorText, jsonBytes } from '@parley/core';
import type { GetUserPresenceRequest, GetUserPresenceResponse } from '@parley/proto/useradmin/v1/personal';
import { resolveReference } from '../../guest-visibility/find-visible-person.ts';
import { findUserSettings } from '../../kernel/db/user-settings.ts';
import { noSuchUser } from '../../kernel/domain/authority.ts';
import type { DbScope } from '../../kernel/scope.ts';
import type { Ctx } from '../context.ts';
import { findPresence } from '../db/presences.ts';
import { onePresence } from '../domain/presence.ts';

/**
 * Returns the presence of one person.
 * @throws BAD_REQUEST for a person whom the caller may not see, a deactivated person, a bot, or a person without a presence,
 * and when the organization disables presence
 */
export async function getUserPresence(
  ctx: Ctx,
  request: GetUserPresenceRequest,
  scope: DbScope,
): Promise<GetUserPresenceResponse> {
  const [caller] = await Promise.all([scope.caller(), ctx.presence.include(scope.call)]);
  const target = await resolveReference(scope, caller, request.user);
  if (!target.isActive) throw noSuchUser();
  if (target.isBot) throw errors.badRequest('Presence is not supported for bot users.');
  const { presence_disabled: isDisabled } = await scope.settings();
  const { presence_enabled: isVisible } = await findUserSettings(scope, target.userId);
  const tracked = isVisible === false ? undefined : ctx.presence.find(target.userId);
  const found = tracked ?? (await findPresence(scope, target.userId));
  if (!found || isDisabled)
    throw errors.badRequest(errorText('No presence data for {email}', { email: target.email }));
  const presence = onePresence({ ...found, userId: target.userId, email: target.email });
  return { presenceJson: jsonBytes(presence) };
}
