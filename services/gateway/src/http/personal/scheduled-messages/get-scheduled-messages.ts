import { scheduledMessageSchema } from '@parley/api';
import { z } from 'zod';
import { ok, raw } from '../../../edge/answer/envelope.ts';
import { params } from '../../../edge/declaration/params.ts';
import { route } from '../../../edge/declaration/route.ts';

export const getScheduledMessages = route({
  method: 'GET',
  path: '/scheduled_messages',
  operation: 'get-scheduled-messages',
  summary: "Lists the caller's scheduled messages, including failed ones.",
  auth: 'required',
  awaits: 'facts',
  params: params({}),
  answer: z.strictObject({
    scheduled_messages: z.array(scheduledMessageSchema),
  }),
  async handle(ctx, _values, { call }) {
    const { scheduledMessagesJson } = await ctx.rpc.messaging.getScheduledMessages({}, call);
    return ok({ scheduled_messages: raw(scheduledMessagesJson) });
  },
});
