import { isApprovedFor } from '../../apps/installed-app.ts';
import { channelsOfBot } from '../../facts/channels-of-bot.ts';
import { cursorOf, limitOf, type SlackMethod, textOf } from '../method.ts';
import { presentChannel } from '../present-conversation.ts';

const maxChannels = 1_000;

/** Lists the channels of which the bot may know and in which the app is approved, page by page. */
export const conversationsList: SlackMethod = {
  area: 'channels',
  async run({ ctx, app, args, scope }) {
    const after = cursorOf(args);
    const limit = limitOf(args, maxChannels);
    const types = (textOf(args, 'types') || 'public_channel').split(',').map((type) => type.trim());
    const ids = await channelsOfBot(ctx, scope);
    const found = await scope.channels.many(ids);
    const subscriptions = await scope.subscriptions(app.botId);
    const channels = [...found.values()]
      .filter(({ channelId, name }) => isApprovedFor(app, { kind: 'channel', channelId, topic: '', name }))
      .filter(({ inviteOnly }) => types.includes(inviteOnly ? 'private_channel' : 'public_channel'))
      .filter(({ isArchived }) => !isArchived || textOf(args, 'exclude_archived') !== 'true')
      .filter(({ channelId }) => channelId > after)
      .toSorted((one, other) => one.channelId - other.channelId);
    const page = channels.slice(0, limit);
    return {
      channels: page.map((channel) =>
        presentChannel(channel, subscriptions.get(channel.channelId)?.isSubscribed ?? false),
      ),
      response_metadata: { next_cursor: channels.length > limit ? String(page.at(-1)?.channelId) : '' },
    };
  },
};
