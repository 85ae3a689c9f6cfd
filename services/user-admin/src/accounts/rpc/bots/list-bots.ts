import { jsonBytes } from '@parley/core';
import type { ListBotsRequest, ListBotsResponse } from '@parley/proto/useradmin/v1/people';
import type { DbScope } from '../../../kernel/scope.ts';
import { listBots as findBots } from '../../../people/db/users.ts';
import { presentBot } from '../../../people/domain/present-user.ts';
import type { Ctx } from '../../context.ts';

/** Returns the caller's active bots. */
export async function listBots(
  _ctx: Ctx,
  _request: ListBotsRequest,
  scope: DbScope,
): Promise<ListBotsResponse> {
  const caller = await scope.caller();
  const bots = (await findBots(scope, caller.userId)).filter((bot) => bot.isActive);
  return { botsJson: jsonBytes(bots.map(presentBot)) };
}
