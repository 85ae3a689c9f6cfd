import { messageSchema } from '@parley/api';
import { z } from 'zod';
import { ok, raw } from '../../edge/answer/envelope.ts';
import { boolean, integer } from '../../edge/declaration/parameter.ts';
import { params } from '../../edge/declaration/params.ts';
import { route } from '../../edge/declaration/route.ts';

export const getMessage = route({
  method: 'GET',
  path: '/messages/{message_id}',
  operation: 'get-message',
  summary: 'Returns one message.',
  auth: 'required',
  awaits: 'facts',
  params: params({
    message_id: integer({ min: 0 }).inPath(),
    apply_markdown: boolean().default(true),
    allow_empty_topic_name: boolean().default(false),
  }),
  answer: z.strictObject({
    raw_content: z.string().meta({ deprecated: true }),
    message: messageSchema,
  }),
  async handle(ctx, values, { call }) {
    const { messageJson, rawContent } = await ctx.rpc.messaging.getMessage(
      {
        messageId: values.message_id,
        applyMarkdown: values.apply_markdown,
        allowEmptyTopicName: values.allow_empty_topic_name,
      },
      call,
    );
    return ok({ message: raw(messageJson), raw_content: rawContent });
  },
});
