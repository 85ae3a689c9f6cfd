import { z } from 'zod';
import { ok } from '../../../edge/answer/envelope.ts';
import { boolean, integer, json, messageText, oneOf } from '../../../edge/declaration/parameter.ts';
import { params } from '../../../edge/declaration/params.ts';
import { route } from '../../../edge/declaration/route.ts';
import { recipients, storedType, toSchema, types } from './scheduled-message-parts.ts';

export const createScheduledMessage = route({
  method: 'POST',
  path: '/scheduled_messages',
  operation: 'create-scheduled-message',
  summary: 'Schedules a message.',
  auth: 'required',
  changes: 'nothing',
  params: params({
    type: oneOf(types),
    to: json(toSchema),
    content: messageText(),
    topic: messageText().alias('subject').optional(),
    scheduled_delivery_timestamp: integer({ min: 0 }),
    read_by_sender: boolean().optional(),
  }),
  answer: z.strictObject({
    scheduled_message_id: z.int(),
  }),
  async handle(ctx, values, { call }) {
    const { scheduledMessageId } = await ctx.rpc.messaging.createScheduledMessage(
      {
        place: { type: storedType(values.type), to: recipients(values.to) },
        topic: values.topic,
        content: values.content,
        deliverAt: values.scheduled_delivery_timestamp,
        readBySender: values.read_by_sender,
      },
      call,
    );
    return ok({ scheduled_message_id: scheduledMessageId });
  },
});
