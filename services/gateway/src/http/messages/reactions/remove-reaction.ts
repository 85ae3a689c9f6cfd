import { ok } from '../../../edge/answer/envelope.ts';
import { integer, text } from '../../../edge/declaration/parameter.ts';
import { params } from '../../../edge/declaration/params.ts';
import { route } from '../../../edge/declaration/route.ts';

export const removeReaction = route({
  method: 'DELETE',
  path: '/messages/{message_id}/reactions',
  operation: 'remove-reaction',
  summary: "Removes one of the caller's reactions from a message.",
  auth: 'required',
  changes: 'messages',
  awaits: 'facts',
  params: params({
    message_id: integer({ min: 0 }).inPath(),
    emoji_name: text().optional(),
    emoji_code: text().optional().describe('Identifies the emoji, whatever its name.'),
    reaction_type: text().optional(),
  }),
  async handle(ctx, values, { call }) {
    await ctx.rpc.messaging.removeReaction(
      {
        messageId: values.message_id,
        emojiName: values.emoji_name,
        emojiCode: values.emoji_code,
        reactionType: values.reaction_type,
      },
      call,
    );
    return ok();
  },
});
