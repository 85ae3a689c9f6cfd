import { conversationOf, userRef } from '../../domain/slack/slack-ids.ts';
import { subscribersOf } from '../../facts/channels-of-bot.ts';
import { knownChannel } from '../conversation.ts';
import { cursorOf, limitOf, requiredText, SlackError, type SlackMethod } from '../method.ts';

const maxMembers = 1_000;

/** Lists the members of a conversation, page by page. */
export const conversationsMembers: SlackMethod = {
  area: 'channels',
  async run({ ctx, app, args, scope }) {
    const ref = conversationOf(requiredText(args, 'channel'));
    if (!ref) throw new SlackError('channel_not_found');
    const all =
      ref.kind === 'direct'
        ? [...ref.userIds, app.botId]
        : await subscribersOf(ctx, (await knownChannel(app, ref.channelId, scope)).channelId, scope);
    const after = cursorOf(args);
    const limit = limitOf(args, maxMembers);
    const members = all.filter((id) => id > after).toSorted((one, other) => one - other);
    const page = members.slice(0, limit);
    return {
      members: page.map(userRef),
      response_metadata: { next_cursor: members.length > limit ? String(page.at(-1)) : '' },
    };
  },
};
