import { narrowUrl } from '@parley/markdown';

/** A channel's topic, or a message in it. */
export type LinkedPlace = { channelId: number; channelName: string; topic: string; messageId?: number };

/** Maximum number of characters between `#**` and `**`. The renderer does not recognize longer links. */
const maxLength = 250;

/**
 * Returns a link to a topic or message in the syntax `#**channel>topic@message**`. When the names would be parsed
 * differently in it (they contain marks, or end like a message ID), it returns a Markdown link with the address.
 */
export function placeLink({ channelId, channelName, topic, messageId }: LinkedPlace): string {
  const inner = `${channelName}>${topic}${messageId === undefined ? '' : `@${messageId}`}`;
  const isUnambiguous =
    inner.length <= maxLength &&
    !/\*(?:\*|$)/.test(inner) &&
    !channelName.includes('>') &&
    (messageId !== undefined || !/@\d+$/.test(topic));
  if (isUnambiguous) return `#**${inner}**`;
  const label = escapeMarkdown(`#${channelName} > ${topic}${messageId === undefined ? '' : ' @ 💬'}`);
  return `[${label}](${narrowUrl({ id: channelId, name: channelName }, topic, messageId)})`;
}

/** Escapes a text so that Markdown shows it unchanged. */
const escapeMarkdown = (text: string): string => text.replace(/[!-/:-@[-`{-~]/g, '\\$&');
