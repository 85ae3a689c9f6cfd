import { limits } from '@parley/rules';
import { z } from 'zod';
import { ok } from '../../edge/answer/envelope.ts';
import { integer } from '../../edge/declaration/parameter.ts';
import { params } from '../../edge/declaration/params.ts';
import { route } from '../../edge/declaration/route.ts';

export const getRetentionEffect = route({
  method: 'GET',
  path: '/realm/retention_effect',
  operation: 'get-retention-effect',
  summary: 'Counts the messages that a retention time would delete at once. For owners.',
  auth: 'required',
  params: params({
    message_retention_days: integer({ min: 1, max: limits.settingDays }),
    stream_id: integer({ min: 1 })
      .optional()
      .describe('The channel that would get this time; without it, the organization.'),
  }),
  answer: z.strictObject({
    messages: z.int(),
    messages_with_files: z.int(),
    is_complete: z.boolean(),
  }),
  async handle(ctx, { message_retention_days: days, stream_id: channelId }, { call }) {
    const effect = await ctx.rpc.messaging.getRetentionEffect({ days, channelId: channelId ?? 0 }, call);
    return ok({
      messages: effect.messages,
      messages_with_files: effect.messagesWithFiles,
      is_complete: effect.isComplete,
    });
  },
});
