import { z } from 'zod';
import { ok } from '../../../edge/answer/envelope.ts';
import { freeText, integer } from '../../../edge/declaration/parameter.ts';
import { params } from '../../../edge/declaration/params.ts';
import { route } from '../../../edge/declaration/route.ts';

export const getMovedTopic = route({
  method: 'GET',
  path: '/users/me/{stream_id}/topics/moved',
  operation: 'get-moved-topic',
  summary: 'Finds the topic to which the messages of a topic were moved.',
  auth: 'required',
  awaits: 'facts',
  params: params({
    stream_id: integer({ min: 0 }).inPath(),
    topic: freeText(),
  }),
  answer: z.strictObject({
    moved_to: z.strictObject({ stream_id: z.int(), topic: z.string() }).nullable(),
  }),
  async handle(ctx, { stream_id: channelId, topic }, { call }) {
    const { movedTo } = await ctx.rpc.messaging.getMovedTopic({ channelId, topic }, call);
    return ok({ moved_to: movedTo ? { stream_id: movedTo.channelId, topic: movedTo.topic } : null });
  },
});
