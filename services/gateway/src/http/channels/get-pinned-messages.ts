import { pinSchema } from '@parley/api';
import { z } from 'zod';
import { ok, raw } from '../../edge/answer/envelope.ts';
import { integer } from '../../edge/declaration/parameter.ts';
import { params } from '../../edge/declaration/params.ts';
import { route } from '../../edge/declaration/route.ts';

export const getPinnedMessages = route({
  method: 'GET',
  path: '/streams/{stream_id}/pins',
  operation: 'get-pinned-messages',
  summary: 'Lists the pinned messages of a channel, the latest pin first.',
  auth: 'required',
  awaits: 'facts',
  params: params({ stream_id: integer({ min: 0 }).inPath() }),
  answer: z.strictObject({ pins: z.array(pinSchema) }),
  async handle(ctx, { stream_id: channelId }, { call }) {
    const { pinsJson } = await ctx.rpc.messaging.listPins({ channelId }, call);
    return ok({ pins: raw(pinsJson) });
  },
});
