import type { GetMessagesRequest } from '@parley/proto/messaging/v1/messaging';
import { conversationOf, messageIdOf } from '../../domain/slack/slack-ids.ts';
import { listMessages } from '../../facts/list-messages.ts';
import { knownChannel, narrowTerm, topicOfMessage } from '../conversation.ts';
import { cursorOf, limitOf, requiredText, SlackError, type SlackMethod, textOf } from '../method.ts';
import { presentMessage } from '../present-message.ts';

const maxMessages = 200;

/** Returns the messages of the topic in which a message is, oldest first: topics are what threads are in Slack. */
export const conversationsReplies: SlackMethod = {
  area: 'messages',
  async run({ ctx, app, args, scope }) {
    const ref = conversationOf(requiredText(args, 'channel'));
    if (ref?.kind !== 'channel') throw new SlackError('channel_not_found');
    const channel = await knownChannel(app, ref.channelId, scope);
    const parent = messageIdOf(requiredText(args, 'ts'));
    const topic = parent === undefined ? undefined : await topicOfMessage({ ctx, scope }, parent, channel);
    if (topic === undefined) throw new SlackError('thread_not_found');
    const cursor = cursorOf(args);
    const after = cursor || messageIdOf(textOf(args, 'oldest')) || 0;
    const latest = messageIdOf(textOf(args, 'latest')) ?? Number.POSITIVE_INFINITY;
    const request: GetMessagesRequest = {
      anchor: after === 0 ? 'oldest' : String(after),
      includeAnchor: after === 0,
      anchorDate: '',
      numBefore: 0,
      numAfter: limitOf(args, maxMessages),
      narrow: [
        narrowTerm('channel', { $case: 'number', number: channel.channelId }),
        narrowTerm('topic', { $case: 'text', text: topic }),
      ],
      applyMarkdown: false,
      messageIds: [],
      hasMessageIds: false,
      allowEmptyTopicName: true,
      sort: 'newest',
    };
    const { messages, foundNewest } = await listMessages(ctx, request, scope);
    const shown = messages.filter(({ id }) => id > after && id < latest);
    const hasMore = !foundNewest && shown.length === messages.length;
    return {
      messages: shown.map(presentMessage),
      has_more: hasMore,
      response_metadata: { next_cursor: hasMore ? String(shown.at(-1)?.id ?? '') : '' },
    };
  },
};
