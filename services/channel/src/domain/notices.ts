/** Texts of the notification bot about channels. Facts in, texts out. */
import type { Channel } from '@parley/proto/events/v1/facts';

/** Topic of a channel for notices about its own changes. */
export const changesTopic = 'channel events';
/** Topic in which new channels are announced. */
export const announcementsTopic = 'new channels';

/** Escapes a text for Markdown. */
const plain = (text: string): string => text.replaceAll(/[\\`*_{}[\]()#+\-.!|<>~@:$&]/g, '\\$&');

const fence = (text: string): string => `\`\`\`\`\n${text.replaceAll('````', "'''' ")}\n\`\`\`\``;

export type Actor = { userId: number; fullName: string };

const by = ({ fullName, userId }: Actor): string => `@_**${fullName}|${userId}**`;

/** Links a channel unless it is private: then only its name is shown. */
const named = (channel: Channel): string =>
  channel.inviteOnly ? `**${plain(channel.name)}**` : `#**${channel.name}**`;

/** Characters of a notice; a message may have 10,000. */
const maxLength = 9_900;

/** Returns the announcement of new channels. */
export const announcement = (channels: readonly Channel[], actor: Actor): string =>
  channels.length === 1
    ? `${by(actor)} created a new channel ${named(channels[0]!)}.`
    : listed(`${by(actor)} created the following channels:`, channels);

/** Returns the notice to a person whom another person subscribed. */
export const subscribedNotice = (channels: readonly Channel[], actor: Actor): string =>
  channels.length === 1
    ? `${by(actor)} subscribed you to the channel ${named(channels[0]!)}.`
    : listed(`${by(actor)} subscribed you to the following channels:`, channels);

/** Lists as many of the channels as a message has room for, and the number of the others. */
function listed(beginning: string, channels: readonly Channel[]): string {
  let text = `${beginning}\n`;
  for (const [index, channel] of channels.entries()) {
    const line = `\n* ${named(channel)}`;
    if (text.length + line.length > maxLength) return `${text}\n* …and ${channels.length - index} more`;
    text += line;
  }
  return text;
}

function privacy(channel: Channel): string {
  if (channel.isWebPublic) return 'Web-public';
  if (!channel.inviteOnly) return 'Public';
  return channel.historyPublicToSubscribers ? 'Private, shared history' : 'Private, protected history';
}

const orNone = (text: string | undefined): string => (text ? `**${plain(text)}**` : '*none*');

/**
 * Returns the notices about a change of a channel; most properties have none.
 * @param folderName returns the name of a folder by ID
 */
export function changeNotices(
  before: Channel,
  after: Channel,
  actor: Actor,
  folderName: (folderId: number) => string | undefined,
): string[] {
  const texts: string[] = [];
  if (before.name !== after.name) {
    texts.push(`${by(actor)} renamed channel **${plain(before.name)}** to **${plain(after.name)}**.`);
  }
  if (before.description !== after.description) {
    const shown = (text: string) => (text === '' ? '*No description.*' : `\n${fence(text)}`);
    texts.push(
      `${by(actor)} changed the description for this channel.\n\n* **Old description:** ${shown(before.description)}\n* **New description:** ${shown(after.description)}`,
    );
  }
  if (privacy(before) !== privacy(after)) {
    texts.push(
      `${by(actor)} changed the access permissions for this channel from **${privacy(before)}** to **${privacy(after)}**.`,
    );
  }
  if (before.folderId !== after.folderId) {
    const [old, now] = [before, after].map(({ folderId }) =>
      orNone(folderId === undefined ? undefined : folderName(folderId)),
    );
    texts.push(`${by(actor)} changed the folder of this channel from ${old} to ${now}.`);
  }
  return texts;
}
