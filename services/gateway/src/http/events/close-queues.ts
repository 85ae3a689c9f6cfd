import { z } from 'zod';
import { ok } from '../../edge/answer/envelope.ts';
import { integer, json } from '../../edge/declaration/parameter.ts';
import { params } from '../../edge/declaration/params.ts';
import { route } from '../../edge/declaration/route.ts';
import { roleFor } from './role-for.ts';

/** Their clients must register again. An extension of the API. */
export const closeQueues = route({
  method: 'DELETE',
  path: '/event_queues',
  operation: 'close-queues',
  summary: 'Closes event queues of the caller or, for administrators, of any user.',
  auth: 'required',
  changes: 'nothing',
  params: params({
    user_id: integer({ min: 1 }).optional().describe('The caller unless given.'),
    queue_ids: json(z.array(z.string().max(100)).min(1).max(1_000))
      .optional()
      .describe('All queues of the user unless given.'),
  }),
  answer: z.strictObject({
    closed: z.int(),
  }),
  async handle(ctx, { user_id: userId, queue_ids: queueIds = [] }, { call, caller }) {
    const of = userId ?? caller.userId;
    const callerRole = await roleFor(ctx, call, of);
    // A request without IDs closes all current queues. Retrying it could also close queues that were opened after the first
    // attempt, so only a request with IDs is retried.
    const { closed } = await ctx.rpc.eventQueue.closeQueues({ userId: of, callerRole, queueIds }, call, {
      retry: queueIds.length > 0,
    });
    return ok({ closed });
  },
});
