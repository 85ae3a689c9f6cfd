import { z } from 'zod';
import { ok } from '../../../edge/answer/envelope.ts';
import { json, oneOf, text } from '../../../edge/declaration/parameter.ts';
import { params } from '../../../edge/declaration/params.ts';
import { route } from '../../../edge/declaration/route.ts';
import { messageIdSchema } from '../../schemas.ts';

/** Maximum number of messages in one request. */
const maxMessages = 50_000;

export const updateMessageFlags = route({
  method: 'POST',
  path: '/messages/flags',
  operation: 'update-message-flags',
  summary: 'Adds or removes a personal flag on messages.',
  auth: 'required',
  changes: 'nothing',
  awaits: 'facts',
  params: params({
    messages: json(z.array(messageIdSchema).max(maxMessages)),
    op: oneOf(['add', 'remove']),
    flag: text().describe('`read`, `starred`, `collapsed` or `hide_link_previews`.'),
  }),
  answer: z.strictObject({
    messages: z.array(z.int()),
    ignored_because_not_subscribed_channels: z.array(z.int()),
  }),
  async handle(ctx, values, { call }) {
    const { messageIds, ignoredChannelIds } = await ctx.rpc.messaging.updateFlags(
      { messageIds: values.messages, op: values.op, flag: values.flag },
      call,
    );
    return ok({ messages: messageIds, ignored_because_not_subscribed_channels: ignoredChannelIds });
  },
});
