import { errors } from '@parley/core';
import type { CommandPlace } from '@parley/proto/integrations/v1/apps';
import { z } from 'zod';
import { ok } from '../../../edge/answer/envelope.ts';
import { freeText, integer, json, messageText, text } from '../../../edge/declaration/parameter.ts';
import { params } from '../../../edge/declaration/params.ts';
import { route } from '../../../edge/declaration/route.ts';

export const runCommand = route({
  method: 'POST',
  path: '/commands',
  operation: 'run-command',
  summary: 'Sends a command to the app that answers it. Its answer is an event or a message.',
  auth: 'required',
  changes: 'nothing',
  params: params({
    press_id: text(100).describe(
      'An ID that the client chooses. A repeated command with the same ID is sent once.',
    ),
    name: text(100).describe('With the slash.'),
    text: freeText(4_000).default('').describe('What follows the name.'),
    channel_id: integer({ min: 0 }).optional().describe('Where the command is given, with `topic`.'),
    topic: messageText().optional(),
    user_ids: json(z.array(z.int().min(0)).max(100))
      .optional()
      .describe('The direct conversation in which the command is given.'),
  }),
  answer: z.strictObject({
    outcome: z.enum(['done', 'failed']),
    /** Why it failed, in words. */
    reason: z.string().optional(),
  }),
  async handle(ctx, { press_id: pressId, name, text, channel_id, topic, user_ids }, { call }) {
    const place: CommandPlace['place'] =
      channel_id !== undefined
        ? { $case: 'channel', channel: { channelId: channel_id, topic: topic ?? '' } }
        : user_ids && { $case: 'direct', direct: { userIds: user_ids } };
    if (!place) throw errors.missingParameter('channel_id');
    const { reaction } = await ctx.rpc.integrations.runCommand(
      { pressId, name, text, place: { place } },
      call,
    );
    return ok({
      outcome: reaction?.outcome === 'done' ? ('done' as const) : ('failed' as const),
      reason: reaction?.reason || undefined,
    });
  },
});
