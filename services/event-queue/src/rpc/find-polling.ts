import type { FindPollingRequest, FindPollingResponse } from '@parley/proto/eventqueue/v1/event_queue';
import { type Call, requireOperator } from '@parley/rpc';
import type { Ctx } from '../context.ts';

/**
 * Returns which of the given users poll at this replica now or have a queue in its memory, with the milliseconds since their last
 * poll (0 while a poll waits). The notify service calls this.
 */
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
