import { z } from 'zod';
import { ok } from '../../edge/answer/envelope.ts';
import { freeText, integer, json } from '../../edge/declaration/parameter.ts';
import { params } from '../../edge/declaration/params.ts';
import { route } from '../../edge/declaration/route.ts';
import { userIdsSchema } from '../schemas.ts';
import { newChannelFields, newChannelParams } from './new-channel.ts';

export const createChannel = route({
  method: 'POST',
  path: '/channels/create',
  operation: 'create-channel',
  summary: 'Creates a channel with its first subscribers.',
  auth: 'required',
  params: params({
    name: freeText(),
    description: freeText().default(''),
    subscribers: json(userIdsSchema),
    ...newChannelParams,
    folder_id: integer({ min: 1 }).nullable().optional().describe('`null` for none.'),
  }),
  answer: z.strictObject({
    id: z.int(),
  }),
  async handle(ctx, values, { call }) {
    const { channelId } = await ctx.rpc.channel.createChannel(
      {
        channel: {
          subscriptions: [{ name: values.name, description: values.description, color: '' }],
          principalUserIds: values.subscribers,
          principalEmails: [],
          authorizationErrorsFatal: true,
          ...newChannelFields(values),
          folderId: values.folder_id ?? undefined,
        },
      },
      call,
    );
    return ok({ id: channelId });
  },
});
