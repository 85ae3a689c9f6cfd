import { ok } from '../../../edge/answer/envelope.ts';
import { integer, text } from '../../../edge/declaration/parameter.ts';
import { params } from '../../../edge/declaration/params.ts';
import { route } from '../../../edge/declaration/route.ts';

export const addReaction = route({
  method: 'POST',
  path: '/messages/{message_id}/reactions',
  operation: 'add-reaction',
  summary: 'Adds an emoji reaction to a message.',
  auth: 'required',
  changes: 'messages',
  awaits: 'facts',
  params: params({
    message_id: integer({ min: 0 }).inPath(),
    emoji_name: text(),
    emoji_code: text().optional().describe('Decides when clients differ in the emoji that the name means.'),
    reaction_type: text().optional().describe('`unicode_emoji`, `realm_emoji` or `zulip_extra_emoji`.'),
  }),
  async handle(ctx, values, { call }) {
    await ctx.rpc.messaging.addReaction(
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
