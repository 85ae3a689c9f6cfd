import { errors } from '@parley/core';
import { ok } from '../../../edge/answer/envelope.ts';
import { integer, json, messageText, oneOf } from '../../../edge/declaration/parameter.ts';
import { params } from '../../../edge/declaration/params.ts';
import { route } from '../../../edge/declaration/route.ts';
import { recipients, storedType, toSchema, types } from './scheduled-message-parts.ts';

export const updateScheduledMessage = route({
  method: 'PATCH',
  path: '/scheduled_messages/{scheduled_message_id}',
  operation: 'update-scheduled-message',
  summary: 'Changes a scheduled message that has not been sent.',
  auth: 'required',
  changes: 'nothing',
  params: params({
    scheduled_message_id: integer({ min: 0 }).inPath(),
    type: oneOf(types).optional(),
    to: json(toSchema).optional(),
    content: messageText().optional(),
    topic: messageText().alias('subject').optional(),
    scheduled_delivery_timestamp: integer({ min: 0 }).optional(),
  }),
  async handle(ctx, values, { call }) {
    const { type, to, content, topic, scheduled_delivery_timestamp: deliverAt } = values;
    if ([type, to, content, topic, deliverAt].every((value) => value === undefined)) {
      throw errors.badRequest('Nothing to change');
    }
    await ctx.rpc.messaging.updateScheduledMessage(
      {
        scheduledMessageId: values.scheduled_message_id,
        type: type && storedType(type),
        to: to === undefined ? [] : recipients(to),
        hasTo: to !== undefined,
        content,
        topic,
        deliverAt,
      },
      call,
    );
    return ok();
  },
});
