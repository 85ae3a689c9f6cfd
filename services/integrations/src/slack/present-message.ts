import type { Block } from '@parley/api';
import { widgetOf } from '@parley/rules/widgets';
import type { AppMessage } from '../apps/composing/compose.ts';
import type { InstalledApp } from '../apps/installed-app.ts';
import { blocksOf } from '../apps/presses/containers.ts';
import { blocksOfWidget } from '../apps/presses/widget-blocks.ts';
import { withoutHtml } from '../domain/apps/view.ts';
import { mrkdwnOf } from '../domain/references.ts';
import { stampOf, userRef } from '../domain/slack/slack-ids.ts';
import type { ListedMessage } from '../facts/list-messages.ts';

/** Returns the blocks of a message. Voters of polls are named by their IDs. */
function blocksFor(message: ListedMessage): Block[] {
  const widget = widgetOf(message);
  return widget ? blocksOfWidget(widget, new Map(), undefined) : blocksOf(message);
}

/** Returns a message as programs in Slack’s form know it. */
export function presentMessage(message: ListedMessage) {
  const blocks = blocksFor(message);
  return {
    type: 'message',
    user: userRef(message.sender_id),
    ts: stampOf(message.timestamp, message.id),
    text: mrkdwnOf(message.content),
    ...(blocks.length > 0 && { blocks: withoutHtml(blocks) }),
    ...(message.subject !== '' && { topic: message.subject }),
  };
}

/** Returns a message that an app has just written, as its program knows it. */
export const presentPosted = (
  app: Pick<InstalledApp, 'botId'>,
  ts: string,
  { content, blocks }: AppMessage,
) => ({
  type: 'message',
  subtype: 'bot_message',
  user: userRef(app.botId),
  bot_id: `B${app.botId}`,
  ts,
  text: mrkdwnOf(content),
  blocks: withoutHtml(blocks),
});
