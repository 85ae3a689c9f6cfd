import { jsonBytes } from '@parley/core';
import type { GetUserStatusRequest, GetUserStatusResponse } from '@parley/proto/useradmin/v1/personal';
import type { Call } from '@parley/rpc';
import { requireCaller } from '../../kernel/caller.ts';
import { readRealm } from '../../kernel/db/realm.ts';
import { findUserSettings } from '../../kernel/db/user-settings.ts';
import { resolveReference } from '../../kernel/references.ts';
import type { Ctx } from '../context.ts';
import { findUserStatus } from '../db/user-statuses.ts';
import { presentStatus } from '../domain/user-status.ts';

/** The status of somebody whom the caller sees (contract, `get-user-status`). @throws BAD_REQUEST */
export async function getUserStatus(
  ctx: Ctx,
  { userId }: GetUserStatusRequest,
  call: Call,
): Promise<GetUserStatusResponse> {
  const caller = await requireCaller(ctx.db, call);
  const realm = await readRealm(ctx.db, ctx.config);
  await resolveReference(ctx.db, realm, caller, { user: { $case: 'userId', userId } });
  const { presence_enabled: isVisible } = await findUserSettings(ctx.db, userId);
  const status = presentStatus(await findUserStatus(ctx.db, userId), isVisible === false);
  return { statusJson: jsonBytes(status) };
}
