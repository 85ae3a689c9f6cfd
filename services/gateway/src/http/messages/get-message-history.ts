import { messageVersionSchema } from '@parley/api';
import { z } from 'zod';
import { ok, raw } from '../../edge/answer/envelope.ts';
import { boolean, integer } from '../../edge/declaration/parameter.ts';
import { params } from '../../edge/declaration/params.ts';
import { route } from '../../edge/declaration/route.ts';

export const getMessageHistory = route({
  method: 'GET',
  path: '/messages/{message_id}/history',
  operation: 'get-message-history',
  summary: 'Lists the versions of a message, the oldest first.',
  auth: 'required',
  awaits: 'facts',
  params: params({
    message_id: integer({ min: 0 }).inPath(),
    allow_empty_topic_name: boolean().default(false),
  }),
  answer: z.strictObject({ message_history: z.array(messageVersionSchema) }),
  async handle(ctx, values, { call }) {
    const { historyJson } = await ctx.rpc.messaging.getMessageHistory(
      { messageId: values.message_id, allowEmptyTopicName: values.allow_empty_topic_name },
      call,
    );
    return ok({ message_history: raw(historyJson) });
  },
});
