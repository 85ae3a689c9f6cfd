import type { GetMessagesRequest } from '@parley/proto/messaging/v1/messaging';
import { conversationOf, messageIdOf } from '../../domain/slack/slack-ids.ts';
import { listMessages } from '../../facts/list-messages.ts';
import { knownChannel, narrowTerm } from '../conversation.ts';
import { cursorOf, limitOf, requiredText, SlackError, type SlackMethod, textOf } from '../method.ts';
import { presentMessage } from '../present-message.ts';

const maxMessages = 200;

/** Returns messages of a conversation, newest first, before `latest` and after `oldest`. */
export const conversationsHistory: SlackMethod = {
  area: 'messages',
  async run({ ctx, app, args, scope }) {
    const ref = conversationOf(requiredText(args, 'channel'));
    if (!ref) throw new SlackError('channel_not_found');
    if (ref.kind === 'channel') await knownChannel(app, ref.channelId, scope);
    const narrow =
      ref.kind === 'channel'
        ? [narrowTerm('channel', { $case: 'number', number: ref.channelId })]
        : [narrowTerm('dm', { $case: 'numbers', numbers: { values: ref.userIds } })];
    const limit = limitOf(args, maxMessages);
    const cursor = cursorOf(args);
    const latest = cursor || messageIdOf(textOf(args, 'latest')) || 0;
    const oldest = messageIdOf(textOf(args, 'oldest')) ?? 0;
    const request: GetMessagesRequest = {
      anchor: latest === 0 ? 'newest' : String(latest),
      includeAnchor: latest === 0 || textOf(args, 'inclusive') === 'true',
      anchorDate: '',
      numBefore: limit,
      numAfter: 0,
      narrow,
      applyMarkdown: false,
      messageIds: [],
      hasMessageIds: false,
      allowEmptyTopicName: true,
      sort: 'newest',
    };
    const { messages, foundOldest } = await listMessages(ctx, request, scope);
    const shown = messages.filter(({ id }) => id > oldest).toReversed();
    const hasMore = !foundOldest && shown.length === messages.length;
    return {
      messages: shown.map(presentMessage),
      has_more: hasMore,
      response_metadata: { next_cursor: hasMore ? String(shown.at(-1)?.id ?? '') : '' },
    };
  },
};
