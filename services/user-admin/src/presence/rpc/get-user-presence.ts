import { errors, jsonBytes } from '@parley/core';
import type { GetUserPresenceRequest, GetUserPresenceResponse } from '@parley/proto/useradmin/v1/personal';
import type { Call } from '@parley/rpc';
import { requireCaller } from '../../kernel/caller.ts';
import { readRealm } from '../../kernel/db/realm.ts';
import { findUserSettings } from '../../kernel/db/user-settings.ts';
import { noSuchUser } from '../../kernel/domain/authority.ts';
import { resolveReference } from '../../kernel/references.ts';
import type { Ctx } from '../context.ts';
import { findPresence } from '../db/presences.ts';
import { onePresence } from '../domain/presence.ts';

/** When one person was last there (contract, `get-user-presence`). @throws BAD_REQUEST, UNAUTHORIZED */
export async function getUserPresence(
  ctx: Ctx,
  request: GetUserPresenceRequest,
  call: Call,
): Promise<GetUserPresenceResponse> {
  const caller = await requireCaller(ctx.db, call);
  const target = await resolveReference(ctx.db, await readRealm(ctx.db, ctx.config), caller, request.user);
  if (!target.isActive) throw noSuchUser();
  if (target.isBot) throw errors.badRequest('Presence is not supported for bot users.');
  const { presence_enabled: isVisible } = await findUserSettings(ctx.db, target.userId);
  const here = isVisible === false ? undefined : ctx.presence.find(target.userId);
  const found = here ?? (await findPresence(ctx.db, target.userId));
  if (!found) throw errors.badRequest(`No presence data for ${target.email}`);
  const presence = onePresence({ ...found, userId: target.userId, email: target.email });
  return { presenceJson: jsonBytes(presence) };
}
