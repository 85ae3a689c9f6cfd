import { z } from 'zod';
import { ok } from '../../../edge/answer/envelope.ts';
import { freeText, integer } from '../../../edge/declaration/parameter.ts';
import { params } from '../../../edge/declaration/params.ts';
import { route } from '../../../edge/declaration/route.ts';

export const createMessageReminder = route({
  method: 'POST',
  path: '/reminders',
  operation: 'create-message-reminder',
  summary: 'Schedules a direct message that reminds the caller of a message.',
  auth: 'required',
  changes: 'nothing',
  params: params({
    message_id: integer({ min: 0 }),
    scheduled_delivery_timestamp: integer({ min: 0 }),
    note: freeText().optional(),
  }),
  answer: z.strictObject({
    reminder_id: z.int(),
  }),
  async handle(ctx, values, { call }) {
    const { reminderId } = await ctx.rpc.messaging.createReminder(
      {
        messageId: values.message_id,
        deliverAt: values.scheduled_delivery_timestamp,
        note: values.note ?? '',
      },
      call,
    );
    return ok({ reminder_id: reminderId });
  },
});
