import { z } from 'zod';
import { ok } from '../../edge/answer/envelope.ts';
import { integer, messageText } from '../../edge/declaration/parameter.ts';
import { params } from '../../edge/declaration/params.ts';
import { route } from '../../edge/declaration/route.ts';

export const deleteTopic = route({
  method: 'POST',
  path: '/streams/{stream_id}/delete_topic',
  operation: 'delete-topic',
  summary: 'Deletes the messages of a topic, the newest first.',
  auth: 'required',
  params: params({ stream_id: integer({ min: 0 }).inPath(), topic_name: messageText() }),
  answer: z.strictObject({
    complete: z.boolean(),
  }),
  async handle(ctx, values, { call }) {
    const { complete } = await ctx.rpc.messaging.deleteTopic(
      { channelId: values.stream_id, topic: values.topic_name },
      call,
    );
    return ok({ complete });
  },
});
