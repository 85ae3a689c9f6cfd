import type { FindPollingRequest, FindPollingResponse } from '@parley/proto/eventqueue/v1/event_queue';
import { type Call, requireOperator } from '@parley/rpc';
import type { Ctx } from '../context.ts';

/** At this replica, with the milliseconds since the last poll (0 while one waits), for `notify`. */
export async function findPolling(
  ctx: Ctx,
  { userIds }: FindPollingRequest,
  call: Call,
): Promise<FindPollingResponse> {
  requireOperator(call);
  const asked = new Set(userIds);
  const idle = ctx.sessions()?.idleTimesOf(asked) ?? new Map<number, number>();
  return {
    people: Array.from(asked).flatMap((userId) => {
      if (ctx.polls.isPolling(userId)) return [{ userId, idleMs: 0 }];
      const idleMs = idle.get(userId);
      return idleMs === undefined ? [] : [{ userId, idleMs: Math.round(idleMs) }];
    }),
  };
}
