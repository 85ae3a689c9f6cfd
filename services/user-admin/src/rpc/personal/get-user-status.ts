import type { GetUserStatusRequest, GetUserStatusResponse } from '@parley/proto/useradmin/v1/personal';
import type { Call } from '@parley/rpc';
import { requireCaller } from '../../accounts/caller.ts';
import type { Ctx } from '../../context.ts';
import { findUserSettings } from '../../db/user-settings.ts';
import { findUserStatus } from '../../db/user-statuses.ts';
import { findUser } from '../../db/users.ts';
import { noSuchUser } from '../../domain/change-rules.ts';
import { presentStatus } from '../../domain/user-status.ts';

export async function getUserStatus(
  ctx: Ctx,
  { userId }: GetUserStatusRequest,
  call: Call,
): Promise<GetUserStatusResponse> {
  await requireCaller(ctx.db, call);
  const target = await findUser(ctx.db, userId);
  if (!target || target.isSystemBot) throw noSuchUser();
  const { presence_enabled: isVisible } = await findUserSettings(ctx.db, userId);
  const status = presentStatus(await findUserStatus(ctx.db, userId), isVisible === false);
  return { statusJson: Buffer.from(JSON.stringify(status)) };
}
