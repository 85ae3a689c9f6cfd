import { narrowUrl } from '@parley/markdown';

/** A channel's topic, or a message in it. */
export type LinkedPlace = { channelId: number; channelName: string; topic: string; messageId?: number };

/** Longer names are not read between the marks. */
const maxLength = 250;

/**
 * A link to a place as people write it, `#**channel>topic@message**`. Names that would be read otherwise there (with
 * marks of their own, or a number that is no message's) are linked by their address.
 */
export function placeLink({ channelId, channelName, topic, messageId }: LinkedPlace): string {
  const inner = `${channelName}>${topic}${messageId === undefined ? '' : `@${messageId}`}`;
  const isReadSo =
    inner.length <= maxLength &&
    !/\*(?:\*|$)/.test(inner) &&
    !channelName.includes('>') &&
    (messageId !== undefined || !/@\d+$/.test(topic));
  if (isReadSo) return `#**${inner}**`;
  const label = escaped(`#${channelName} > ${topic}${messageId === undefined ? '' : ' @ 💬'}`);
  return `[${label}](${narrowUrl({ id: channelId, name: channelName }, topic, messageId)})`;
}

/** A text that Markdown shows as it is. */
const escaped = (text: string): string => text.replace(/[!-/:-@[-`{-~]/g, '\\$&');
