import { conversationOf } from '../../domain/slack/slack-ids.ts';
import { knownChannel } from '../conversation.ts';
import { requiredText, SlackError, type SlackMethod } from '../method.ts';
import { presentChannel, presentDirect } from '../present-conversation.ts';

export const conversationsInfo: SlackMethod = {
  area: 'channels',
  async run({ app, args, scope }) {
    const given = requiredText(args, 'channel');
    const ref = conversationOf(given);
    if (!ref) throw new SlackError('channel_not_found');
    if (ref.kind === 'direct') return { channel: presentDirect(ref.userIds) };
    const channel = await knownChannel(app, ref.channelId, scope);
    const isMember = (await scope.subscriptions(app.botId)).get(channel.channelId)?.isSubscribed ?? false;
    return { channel: { ...presentChannel(channel, isMember), id: given } };
  },
};
