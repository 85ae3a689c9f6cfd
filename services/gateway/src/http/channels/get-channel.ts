import { ok, raw } from '../../edge/envelope.ts';
import { freeText, integer } from '../../edge/parameter.ts';
import { params } from '../../edge/params.ts';
import { route } from '../../edge/route.ts';

const idempotent = { idempotent: true };
const streamId = integer({ min: 0 }).inPath();

export const getStreamById = route({
  method: 'GET',
  path: '/streams/{stream_id}',
  operation: 'get-stream-by-id',
  summary: 'One channel.',
  auth: 'required',
  params: params({ stream_id: streamId }),
  async handle(ctx, values, { call }) {
    const { streamJson } = await ctx.rpc.channel.getChannel(
      { channelId: values.stream_id },
      call,
      idempotent,
    );
    return ok({ stream: raw(streamJson) });
  },
});

export const getStreamId = route({
  method: 'GET',
  path: '/get_stream_id',
  operation: 'get-stream-id',
  summary: 'The ID of a channel by its name.',
  auth: 'required',
  params: params({ stream: freeText() }),
  async handle(ctx, values, { call }) {
    const { channelId } = await ctx.rpc.channel.findChannelId({ name: values.stream }, call, idempotent);
    return ok({ stream_id: channelId });
  },
});

export const getSubscribers = route({
  method: 'GET',
  path: '/streams/{stream_id}/members',
  operation: 'get-subscribers',
  summary: 'Who is subscribed to a channel.',
  auth: 'required',
  params: params({ stream_id: streamId }),
  async handle(ctx, values, { call }) {
    const request = { channelId: values.stream_id };
    const { subscribersJson } = await ctx.rpc.channel.getSubscribers(request, call, idempotent);
    return ok({ subscribers: raw(subscribersJson) });
  },
});

export const getSubscriptionStatus = route({
  method: 'GET',
  path: '/users/{user_id}/subscriptions/{stream_id}',
  operation: 'get-subscription-status',
  summary: 'Whether somebody is subscribed to a channel.',
  auth: 'required',
  params: params({ user_id: integer({ min: 0 }).inPath(), stream_id: streamId }),
  async handle(ctx, values, { call }) {
    const { isSubscribed } = await ctx.rpc.channel.getSubscriptionStatus(
      { userId: values.user_id, channelId: values.stream_id },
      call,
      idempotent,
    );
    return ok({ is_subscribed: isSubscribed });
  },
});

export const getStreamEmailAddress = route({
  method: 'GET',
  path: '/streams/{stream_id}/email_address',
  operation: 'get-stream-email-address',
  summary: 'The address for mail to a channel.',
  auth: 'required',
  params: params({
    stream_id: streamId,
    sender_id: integer({ min: 1 }).optional().describe('Whom the messages come from; the caller by default.'),
  }),
  async handle(ctx, values, { call }) {
    const request = { channelId: values.stream_id, senderId: values.sender_id ?? 0 };
    const { email } = await ctx.rpc.channel.getChannelEmailAddress(request, call);
    return ok({ email });
  },
});
