import { unicodeEmojiName } from '../text/emoji.ts';
import { type Inline, type Reference, text } from '../text/tree.ts';

/** What texts of a dump refer to. It grows with people, rooms and custom emoji. */
export class RocketChatNames {
  readonly people = new Map<string, string>();
  readonly usernames = new Map<string, string>();
  readonly channels = new Map<string, string>();
  readonly channelNames = new Map<string, string>();
  /** Custom emoji and their aliases. */
  readonly emoji = new Set<string>();

  readonly nameOf = (to: Reference): string => {
    switch (to.ref) {
      case 'person':
        return `@${this.people.get(to.key) ?? to.key}`;
      case 'channel':
        return `#${this.channels.get(to.key) ?? to.key}`;
      case 'everyone':
        return '@all';
      case 'topic':
        return to.topic;
      default:
        return 'label' in to ? (to.label ?? '') : '';
    }
  };

  /** Returns a mention of a person by username, without a dot that belongs to the sentence; undefined for nobody. */
  mention(written: string): { node: Inline; length: number } | undefined {
    for (let name = written; name !== ''; name = name.slice(0, -1)) {
      if (name === 'all' || name === 'here') {
        return { node: { type: 'reference', to: { ref: 'everyone', of: 'channel' } }, length: name.length };
      }
      const key = this.usernames.get(name) ?? this.usernames.get(name.toLowerCase());
      if (key !== undefined)
        return { node: { type: 'reference', to: { ref: 'person', key } }, length: name.length };
      if (!/[.\-_]$/.test(name)) return undefined;
    }
    return undefined;
  }

  channel(name: string): Inline | undefined {
    const key = this.channelNames.get(name) ?? this.channelNames.get(name.toLowerCase());
    return key === undefined ? undefined : { type: 'reference', to: { ref: 'channel', key } };
  }

  /** Returns the name in Parley of an emoji; undefined for an unknown one. */
  emojiName(name: string): string | undefined {
    return this.emoji.has(name) ? name : unicodeEmojiName(name, 'joypixels');
  }
}

/** Returns a link; to a message or channel of the dump where the address is that of one. */
export function rocketChatLink(url: string, children: readonly Inline[], label: string): Inline {
  const message =
    /^https?:\/\/[^/\s]+\/(?:channel|group|direct|live)\/[^?\s]*\?(?:[^#\s]*&)?msg=([A-Za-z0-9]{10,30})/.exec(
      url,
    )?.[1];
  if (message === undefined) return { type: 'link', url, children };
  return {
    type: 'reference',
    to: { ref: 'message', key: message, label: label.trim() === '' ? url : label },
  };
}

/** Returns an emoji; text for an unknown one. */
export const emojiNode = (name: string, names: RocketChatNames): Inline => {
  const known = names.emojiName(name);
  return known === undefined ? text(`:${name}:`) : { type: 'emoji', name: known };
};
