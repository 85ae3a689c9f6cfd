import { z } from 'zod';
import { ok } from '../../edge/answer/envelope.ts';
import { integer } from '../../edge/declaration/parameter.ts';
import { params } from '../../edge/declaration/params.ts';
import { route } from '../../edge/declaration/route.ts';
import { roleFor } from './role-for.ts';

/** So that people can see which of their clients are connected. An extension of the API. */
export const listQueues = route({
  method: 'GET',
  path: '/event_queues',
  operation: 'list-queues',
  summary: 'Lists event queues of the caller or, for administrators, of any user, the oldest first.',
  auth: 'required',
  params: params({
    user_id: integer({ min: 1 }).optional().describe('The caller unless given.'),
  }),
  answer: z.strictObject({
    event_queues: z.array(
      z.strictObject({
        queue_id: z.string(),
        client: z.string(),
        created_at: z.int(),
        last_active_at: z.int(),
        idle_queue_timeout_secs: z.int(),
      }),
    ),
  }),
  async handle(ctx, { user_id: userId }, { call, caller }) {
    const of = userId ?? caller.userId;
    const callerRole = await roleFor(ctx, call, of);
    const { queues } = await ctx.rpc.eventQueue.listQueues({ userId: of, callerRole }, call);
    return ok({
      event_queues: queues.map((queue) => ({
        queue_id: queue.queueId,
        client: queue.clientName,
        created_at: queue.createdAt,
        last_active_at: queue.activeAt,
        idle_queue_timeout_secs: queue.idleTimeoutSeconds,
      })),
    });
  },
});
