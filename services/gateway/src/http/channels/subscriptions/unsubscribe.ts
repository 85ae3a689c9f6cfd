import { z } from 'zod';
import { ok } from '../../../edge/answer/envelope.ts';
import { json } from '../../../edge/declaration/parameter.ts';
import { params } from '../../../edge/declaration/params.ts';
import { route } from '../../../edge/declaration/route.ts';
import { maxIds, maxNameLength, principalFields, principalsSchema } from '../../schemas.ts';

export const unsubscribe = route({
  method: 'DELETE',
  path: '/users/me/subscriptions',
  operation: 'unsubscribe',
  summary: 'Unsubscribes the caller or, with permission, other users.',
  auth: 'required',
  params: params({
    subscriptions: json(z.array(z.string().max(maxNameLength)).max(maxIds)).describe('Names of channels.'),
    principals: json(principalsSchema)
      .optional()
      .describe('User IDs or API addresses; the caller by default.'),
  }),
  answer: z.strictObject({
    not_removed: z.array(z.string()),
    removed: z.array(z.string()),
  }),
  async handle(ctx, values, { call }) {
    const { removed, notRemoved } = await ctx.rpc.channel.unsubscribe(
      { channelNames: values.subscriptions, ...principalFields(values.principals) },
      call,
    );
    return ok({ removed, not_removed: notRemoved });
  },
});
