import type { Scope } from '@parley/facts';
import type {
  UpdateFlagsInNarrowRequest,
  UpdateFlagsInNarrowResponse,
} from '@parley/proto/messaging/v1/reading';
import type { Ctx } from '../../context.ts';
import { readWindowIds } from '../../db/reading/message-window.ts';
import { parseFlag, parseFlagOp } from '../../domain/changing/flags.ts';
import { checkCounts } from '../../domain/reading/anchor.ts';
import { cutWindow } from '../../domain/reading/window.ts';
import { changeFlags } from '../../reading/change-flags.ts';
import { planRead } from '../../reading/plan-read.ts';
import { resolveAnchor } from '../../reading/resolve-anchor.ts';

/** Sets or clears a flag of the caller on the messages of a narrow (a filter) around an anchor. */
export async function updateFlagsInNarrow(
  ctx: Ctx,
  request: UpdateFlagsInNarrowRequest,
  scope: Scope,
): Promise<UpdateFlagsInNarrowResponse> {
  ctx.writeGuard.check();
  const change = { op: parseFlagOp(request.op), flag: parseFlag(request.flag) };
  checkCounts(request.numBefore, request.numAfter);
  return await scope.confirmed(async (scope) => {
    const user = await scope.caller();
    const plan = await planRead(ctx, user, request.narrow, scope);
    const anchor = await resolveAnchor(ctx, plan, request);
    const window = {
      anchor,
      before: request.numBefore,
      after: request.numAfter,
      includeAnchor: request.includeAnchor,
    };
    const cut = cutWindow(await readWindowIds(ctx.db, plan.source, window), window);
    const ids = cut.messages.map(({ id }) => id);
    const flagged = await changeFlags(ctx, plan.reader, ids, change, scope);
    return {
      processedCount: ids.length,
      updatedCount: flagged.messageIds.length,
      firstProcessedId: ids[0],
      lastProcessedId: ids.at(-1),
      foundOldest: cut.foundOldest,
      foundNewest: cut.foundNewest,
      ignoredChannelIds: flagged.ignoredChannelIds,
    };
  });
}
