import { topicSchema } from '@parley/api';
import { z } from 'zod';
import { ok, raw } from '../../../edge/answer/envelope.ts';
import { boolean, integer } from '../../../edge/declaration/parameter.ts';
import { params } from '../../../edge/declaration/params.ts';
import { route } from '../../../edge/declaration/route.ts';

export const getStreamTopics = route({
  method: 'GET',
  path: '/users/me/{stream_id}/topics',
  operation: 'get-stream-topics',
  summary: 'Lists the topics of a channel, the most recent first.',
  auth: 'required',
  awaits: 'facts',
  params: params({
    stream_id: integer({ min: 0 }).inPath(),
    allow_empty_topic_name: boolean().default(false),
  }),
  answer: z.strictObject({ topics: z.array(topicSchema) }),
  async handle(ctx, values, { call }) {
    const { topicsJson } = await ctx.rpc.messaging.getTopics(
      { channelId: values.stream_id, allowEmptyTopicName: values.allow_empty_topic_name },
      call,
    );
    return ok({ topics: raw(topicsJson) });
  },
});
