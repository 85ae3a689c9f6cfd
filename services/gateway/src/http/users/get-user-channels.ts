import { z } from 'zod';
import { ok } from '../../edge/answer/envelope.ts';
import { integer } from '../../edge/declaration/parameter.ts';
import { params } from '../../edge/declaration/params.ts';
import { route } from '../../edge/declaration/route.ts';

export const getUserChannels = route({
  method: 'GET',
  path: '/users/{user_id}/channels',
  operation: 'get-user-channels',
  summary: 'Lists the channels that a user is subscribed to and the caller may see.',
  auth: 'required',
  awaits: 'facts',
  params: params({ user_id: integer({ min: 0 }).inPath() }),
  answer: z.strictObject({
    subscribed_channel_ids: z.array(z.int()),
  }),
  async handle(ctx, values, { call }) {
    const { channelIds } = await ctx.rpc.channel.getChannelsOfUser({ userId: values.user_id }, call);
    return ok({ subscribed_channel_ids: channelIds });
  },
});
