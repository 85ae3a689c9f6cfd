import { jsonBytes } from '@parley/core';
import type { ListBotsRequest, ListBotsResponse } from '@parley/proto/useradmin/v1/people';
import type { Call } from '@parley/rpc';
import { requireCaller } from '../../../kernel/caller.ts';
import type { Ctx } from '../../context.ts';
import { listBots as findBots } from '../../db/users.ts';
import { presentBot } from '../../domain/present-user.ts';

/** Bots of the caller. @throws UNAUTHORIZED */
export async function listBots(ctx: Ctx, _request: ListBotsRequest, call: Call): Promise<ListBotsResponse> {
  const caller = await requireCaller(ctx.db, call);
  const bots = (await findBots(ctx.db, caller.userId)).filter((bot) => bot.isActive);
  return { botsJson: jsonBytes(bots.map(presentBot)) };
}
