import type { Block } from '@parley/api';
import type { GetMessagesRequest } from '@parley/proto/messaging/v1/messaging';
import type { NarrowTerm } from '@parley/proto/messaging/v1/narrow';
import { widgetOf } from '@parley/rules/widgets';
import { blocksOf } from '../../apps/containers.ts';
import { blocksOfWidget } from '../../apps/widget-blocks.ts';
import { mrkdwnOf } from '../../domain/references.ts';
import { conversationOf, messageIdOf, stampOf, userRef } from '../../domain/slack-ids.ts';
import { withoutHtml } from '../../domain/view.ts';
import { type ListedMessage, listMessages } from '../../facts/list-messages.ts';
import { knownChannel } from '../conversation.ts';
import { limitOf, requiredText, SlackError, type SlackMethod, textOf } from '../method.ts';

const maxMessages = 200;

/** Returns messages of a conversation, newest first, before `latest` and after `oldest`. */
export const conversationsHistory: SlackMethod = {
  area: 'messages',
  async run({ ctx, app, args, scope }) {
    const ref = conversationOf(requiredText(args, 'channel'));
    if (!ref) throw new SlackError('channel_not_found');
    if (ref.kind === 'channel') await knownChannel(app, ref.channelId, scope);
    const term = (operator: string, operand: NarrowTerm['operand']): NarrowTerm => ({
      operator,
      negated: false,
      operand,
    });
    const narrow =
      ref.kind === 'channel'
        ? [term('channel', { $case: 'number', number: ref.channelId })]
        : [term('dm', { $case: 'numbers', numbers: { values: ref.userIds } })];
    const limit = limitOf(args, maxMessages);
    const cursor = Number(textOf(args, 'cursor') || '0');
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
      messages: shown.map(present),
      has_more: hasMore,
      response_metadata: { next_cursor: hasMore ? String(shown.at(-1)?.id ?? '') : '' },
    };
  },
};

/** Returns the blocks of a message. Voters of polls are named by their IDs. */
function blocksFor(message: ListedMessage): Block[] {
  const widget = widgetOf(message);
  return widget ? blocksOfWidget(widget, new Map(), undefined) : blocksOf(message);
}

const present = (message: ListedMessage) => ({
  type: 'message',
  user: userRef(message.sender_id),
  ts: stampOf(message.timestamp, message.id),
  text: mrkdwnOf(message.content),
  ...(message.submessages.length > 0 && { blocks: withoutHtml(blocksFor(message)) }),
  ...(message.subject !== '' && { topic: message.subject }),
});
