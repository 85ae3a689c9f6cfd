import { deliveredEvents } from '@parley/api/events';
import { errors, required } from '@parley/core';
import type { Call } from '@parley/rpc';
import { z } from 'zod';
import type { Caller } from '../../auth/caller-cache.ts';
import type { Ctx } from '../../context.ts';
import { ok, raw } from '../../edge/answer/envelope.ts';
import { boolean, integer, queueIdText } from '../../edge/declaration/parameter.ts';
import { params, type Values } from '../../edge/declaration/params.ts';
import { route } from '../../edge/declaration/route.ts';
import { isRegistration, readRegistration, registerParameters } from '../../register/options.ts';
import { register } from '../../register/register.ts';

const parameters = params({
  queue_id: queueIdText().optional().describe('Required, unless register parameters ask for a new queue.'),
  last_event_id: integer({ min: -1 }).optional().describe('Events with larger IDs are returned.'),
  dont_block: boolean().default(false),
  ...registerParameters,
});

export const getEvents = route({
  method: 'GET',
  path: '/events',
  operation: 'get-events',
  summary: 'Returns events of a queue; waits for one unless `dont_block` is set.',
  auth: 'required',
  awaits: 'nothing',
  isLongPoll: true,
  waits: ({ dont_block }) => !dont_block,
  params: parameters,
  answer: z.strictObject({
    queue_id: z.string(),
    events: z.array(z.union(deliveredEvents)),
  }),
  async handle(ctx, values, { call, caller }) {
    const queueId = values.queue_id ?? (await newQueue(ctx, values, caller, call));
    const events = await ctx.polls.poll({
      queueId,
      userId: caller.userId,
      keyScope: caller.scope,
      lastEventId: values.last_event_id,
      dontBlock: values.dont_block,
      signal: call.signal,
      deadline: call.deadline,
      traceparent: call.traceparent,
    });
    return ok({ queue_id: queueId, events: raw(events) });
  },
});

/** Opens a queue and returns its ID. Requests no initial data, because the answer of this endpoint cannot contain any. */
async function newQueue(
  ctx: Ctx,
  values: Values<typeof parameters>,
  caller: Caller,
  call: Call,
): Promise<string> {
  if (!isRegistration(values)) throw errors.missingParameter('queue_id');
  const { queue } = await register(ctx, { ...readRegistration(values, caller), fetchTypes: [] }, call);
  return required(queue, 'queue').queueId;
}
