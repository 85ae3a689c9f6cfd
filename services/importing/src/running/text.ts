import type { ArchiveText, TextPart } from '@parley/archive';
import { channelLink, directUrl, groupMention, narrowUrl, personMention, placeLink } from '@parley/markdown';
import type { FoundMessage, Running } from './state.ts';

/** What the references of texts were found to be. */
export type Found = {
  files: ReadonlyMap<string, string>;
  messages: ReadonlyMap<string, FoundMessage>;
};

type Reference = Exclude<TextPart, string>;

export const referencesIn = <Kind extends Reference['ref']>(
  texts: readonly ArchiveText[],
  kind: Kind,
): Extract<Reference, { ref: Kind }>[] =>
  texts.flatMap((text) =>
    typeof text === 'string'
      ? []
      : text.filter(
          (part): part is Extract<Reference, { ref: Kind }> => typeof part !== 'string' && part.ref === kind,
        ),
  );

/** Writes a text as Markdown, with its references to people, channels, messages and files as they are here. */
export function writeText(running: Running, text: ArchiveText, found: Found, where: string): string {
  const parts = typeof text === 'string' ? [text] : text;
  return parts
    .map((part) =>
      typeof part === 'string' ? withEmoji(running, part) : writePart(running, part, found, where),
    )
    .join('');
}

/** Code, in which nothing is replaced, or the name of an emoji. */
const codeOrEmoji = /```[\s\S]*?(?:```|$)|`[^`\n]*`|:(?<name>[0-9A-Za-z._+-]{1,100}):/g;

/** Writes emoji that had another name in the source with the name of Unicode's emoji. */
const withEmoji = ({ emojiNames }: Running, text: string): string =>
  emojiNames.size === 0 || !text.includes(':')
    ? text
    : text.replaceAll(codeOrEmoji, (found, name: string | undefined) => {
        const now = name === undefined ? undefined : emojiNames.get(name);
        return now === undefined ? found : `:${now}:`;
      });

function writePart(running: Running, part: Reference, { files, messages }: Found, where: string): string {
  switch (part.ref) {
    case 'person': {
      const person = running.people.get(part.key);
      return person
        ? personMention({ userId: person.id, fullName: person.name }, part.silent)
        : `@${part.key}`;
    }
    case 'group': {
      const group = running.groups.get(part.key);
      return group ? groupMention({ groupId: group.id, name: group.name }, part.silent) : `@${part.key}`;
    }
    case 'everyone':
      return `@${part.silent ? '_' : ''}**${part.of === 'topic' ? 'topic' : 'all'}**`;
    case 'channel': {
      const channel = running.channels.get(part.key);
      return channel ? channelLink({ channelId: channel.id, channelName: channel.name }) : `#${part.key}`;
    }
    case 'topic': {
      const channel = running.channels.get(part.channel);
      if (!channel) return `#${part.channel} > ${part.topic}`;
      return placeLink({ channelId: channel.id, channelName: channel.name, topic: part.topic });
    }
    case 'message': {
      const message = messages.get(part.key);
      if (!message) return labelOf(part.label ?? '');
      const isDirect = message.channelId === 0;
      const name = part.label === undefined && !isDirect ? running.channelName(message.channelId) : undefined;
      if (name !== undefined) {
        const { channelId, topic, messageId } = message;
        return placeLink({ channelId, channelName: name, topic, messageId });
      }
      const url = isDirect
        ? directUrl(message.memberIds, message.messageId)
        : narrowUrl({ id: message.channelId }, message.topic, message.messageId);
      return `[${labelOf(part.label ?? 'message')}](${url})`;
    }
    case 'file': {
      const url = files.get(part.key);
      const label = part.label ?? decodeName(url) ?? part.key;
      if (url === undefined) {
        // Why a file that is described did not come is told where it is read.
        if (!running.isKnownFile(part.key))
          running.tally.find('missing-attachment', where, `${label}: the file is not there.`);
        return labelOf(label);
      }
      return `[${labelOf(label)}](${url})`;
    }
  }
}

/**
 * Returns a text as the label of a link, in which it mentions nobody: a file may be called `@**all**`. As in texts of readers, an
 * invisible character (U+2060) stands between.
 */
const labelOf = (text: string): string =>
  text.replaceAll(/[[\]\\]/g, '\\$&').replaceAll(/@(?=_?\*)|#(?=\*\*)/g, '$&\u2060');

function decodeName(url: string | undefined): string | undefined {
  const name = url?.split('/').at(-1);
  if (name === undefined) return undefined;
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
