import { z } from 'zod';
import { ok } from '../../../edge/answer/envelope.ts';
import { params } from '../../../edge/declaration/params.ts';
import { route } from '../../../edge/declaration/route.ts';

export const markAllAsRead = route({
  method: 'POST',
  path: '/mark_all_as_read',
  operation: 'mark-all-as-read',
  summary: 'Marks every message as read.',
  auth: 'required',
  changes: 'nothing',
  params: params({}),
  answer: z.strictObject({
    complete: z.boolean(),
  }),
  async handle(ctx, _values, { call }) {
    await ctx.rpc.messaging.markAsRead({ channelId: undefined, topic: undefined }, call);
    return ok({ complete: true });
  },
});
