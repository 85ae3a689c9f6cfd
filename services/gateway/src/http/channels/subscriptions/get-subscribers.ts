import { z } from 'zod';
import { ok, raw } from '../../../edge/answer/envelope.ts';
import { integer } from '../../../edge/declaration/parameter.ts';
import { params } from '../../../edge/declaration/params.ts';
import { route } from '../../../edge/declaration/route.ts';

export const getSubscribers = route({
  method: 'GET',
  path: '/streams/{stream_id}/members',
  operation: 'get-subscribers',
  summary: 'Lists the subscribers of a channel.',
  auth: 'required',
  awaits: 'facts',
  params: params({ stream_id: integer({ min: 0 }).inPath() }),
  answer: z.strictObject({
    subscribers: z.array(z.int()),
  }),
  async handle(ctx, values, { call }) {
    const request = { channelId: values.stream_id };
    const { subscribersJson } = await ctx.rpc.channel.getSubscribers(request, call);
    return ok({ subscribers: raw(subscribersJson) });
  },
});
