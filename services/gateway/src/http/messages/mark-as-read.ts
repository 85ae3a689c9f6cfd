import { ok } from '../../edge/envelope.ts';
import { freeText, integer } from '../../edge/parameter.ts';
import { params } from '../../edge/params.ts';
import { route } from '../../edge/route.ts';

export const markAllAsRead = route({
  method: 'POST',
  path: '/mark_all_as_read',
  operation: 'mark-all-as-read',
  summary: 'Marks every message as read.',
  auth: 'required',
  params: params({}),
  async handle(ctx, _values, { call }) {
    await ctx.rpc.messaging.markAsRead({ channelId: undefined, topic: undefined }, call, {
      idempotent: true,
    });
    return ok({ complete: true });
  },
});

export const markChannelAsRead = route({
  method: 'POST',
  path: '/mark_stream_as_read',
  operation: 'mark-stream-as-read',
  summary: 'Marks every message of a channel as read.',
  auth: 'required',
  params: params({ stream_id: integer({ min: 0 }) }),
  async handle(ctx, values, { call }) {
    const request = { channelId: values.stream_id, topic: undefined };
    await ctx.rpc.messaging.markAsRead(request, call, { idempotent: true });
    return ok({});
  },
});

export const markTopicAsRead = route({
  method: 'POST',
  path: '/mark_topic_as_read',
  operation: 'mark-topic-as-read',
  summary: 'Marks every message of a topic as read.',
  auth: 'required',
  params: params({ stream_id: integer({ min: 0 }), topic_name: freeText() }),
  async handle(ctx, values, { call }) {
    const request = { channelId: values.stream_id, topic: values.topic_name };
    await ctx.rpc.messaging.markAsRead(request, call, { idempotent: true });
    return ok({});
  },
});
