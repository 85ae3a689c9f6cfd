import { literalLinkText, narrowUrl } from '@parley/markdown';

/** The channel and topic to which a link points, or with `messageId` a message there. */
export type LinkedPlace = { channelId: number; channelName: string; topic: string; messageId?: number };

/** Maximum number of characters between `#**` and `**`. The renderer does not recognize longer links. */
const maxLength = 250;

/**
 * Returns a link to a topic or message in the syntax `#**channel>topic@message**`. Names that this syntax cannot express (they
 * contain its marks, or end like a message ID) get a Markdown link with the URL instead.
 */
export function placeLink({ channelId, channelName, topic, messageId }: LinkedPlace): string {
  const inner = `${channelName}>${topic}${messageId === undefined ? '' : `@${messageId}`}`;
  const isUnambiguous =
    inner.length <= maxLength &&
    !/\*(?:\*|$)/.test(inner) &&
    !channelName.includes('>') &&
    (messageId !== undefined || !/@\d+$/.test(topic));
  if (isUnambiguous) return `#**${inner}**`;
  const label = literalLinkText(`#${channelName} > ${topic}${messageId === undefined ? '' : ' @ 💬'}`);
  return `[${label}](${narrowUrl({ id: channelId, name: channelName }, topic, messageId)})`;
}
