import { errors } from '@parley/core';
import { z } from 'zod';
import { ok, raw } from '../../edge/envelope.ts';
import { boolean, freeText, integer, json, oneOf } from '../../edge/parameter.ts';
import { params } from '../../edge/params.ts';
import { route } from '../../edge/route.ts';

const maxRecipients = 1_000;

const toSchema = z.union([z.int(), z.array(z.int()).max(maxRecipients)], {
  error: 'is not a channel ID or a list of user IDs',
});

const types = ['direct', 'channel', 'stream', 'private'] as const;
const storedType = (type: (typeof types)[number]) =>
  type === 'direct' || type === 'private' ? 'private' : 'stream';

const recipients = (to: z.infer<typeof toSchema>): number[] => (Array.isArray(to) ? to : [to]);

export const getScheduledMessages = route({
  method: 'GET',
  path: '/scheduled_messages',
  operation: 'get-scheduled-messages',
  summary: 'Scheduled messages of the caller, also those that could not be sent.',
  auth: 'required',
  params: params({}),
  async handle(ctx, _values, { call }) {
    const { scheduledMessagesJson } = await ctx.rpc.messaging.getScheduledMessages({}, call, {
      idempotent: true,
    });
    return ok({ scheduled_messages: raw(scheduledMessagesJson) });
  },
});

export const createScheduledMessage = route({
  method: 'POST',
  path: '/scheduled_messages',
  operation: 'create-scheduled-message',
  summary: 'Schedules a message (specification, 2).',
  auth: 'required',
  params: params({
    type: oneOf(types),
    to: json(toSchema),
    content: freeText(),
    topic: freeText().alias('subject').optional(),
    scheduled_delivery_timestamp: integer({ min: 0 }),
    read_by_sender: boolean().optional(),
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

export const updateScheduledMessage = route({
  method: 'PATCH',
  path: '/scheduled_messages/{scheduled_message_id}',
  operation: 'update-scheduled-message',
  summary: 'Changes a scheduled message that was not sent yet.',
  auth: 'required',
  params: params({
    scheduled_message_id: integer({ min: 0 }).inPath(),
    type: oneOf(types).optional(),
    to: json(toSchema).optional(),
    content: freeText().optional(),
    topic: freeText().alias('subject').optional(),
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

export const deleteScheduledMessage = route({
  method: 'DELETE',
  path: '/scheduled_messages/{scheduled_message_id}',
  operation: 'delete-scheduled-message',
  summary: 'Deletes a scheduled message; it will not be sent.',
  auth: 'required',
  params: params({ scheduled_message_id: integer({ min: 0 }).inPath() }),
  async handle(ctx, values, { call }) {
    await ctx.rpc.messaging.deleteScheduledMessage({ scheduledMessageId: values.scheduled_message_id }, call);
    return ok();
  },
});
