import { emojiNameOfCode, unicodeEmojiName } from '../text/emoji.ts';
import type { Inline, Reference } from '../text/tree.ts';
import { text } from '../text/tree.ts';

/** What texts of an archive refer to. It grows with people, channels and custom emoji. */
export class SlackNames {
  readonly people = new Map<string, string>();
  readonly channels = new Map<string, string>();
  readonly groups = new Map<string, string>();
  /** Custom emoji. */
  readonly emoji = new Set<string>();
  /** Other names of emoji of Unicode. */
  readonly emojiAliases = new Map<string, string>();

  /** Returns a mention; text for somebody of whom the archive knows nothing. */
  person(id: string, label?: string): Inline {
    if (this.people.has(id)) return { type: 'reference', to: { ref: 'person', key: id } };
    return text(`@${(label ?? id).replace(/^@/, '')}`);
  }

  channel(id: string, label?: string): Inline {
    if (this.channels.has(id)) return { type: 'reference', to: { ref: 'channel', key: id } };
    return text(`#${(label ?? id).replace(/^#/, '')}`);
  }

  group(id: string, label?: string): Inline {
    if (this.groups.has(id)) return { type: 'reference', to: { ref: 'group', key: id } };
    return text(`@${(label ?? id).replace(/^@/, '')}`);
  }

  emojiName(name: string, code?: string): string | undefined {
    const plain = name.replace(/::skin-tone-\d$/, '');
    if (this.emoji.has(plain)) return plain;
    const alias = this.emojiAliases.get(plain);
    if (alias !== undefined) return alias;
    return unicodeEmojiName(plain, 'iamcal') ?? (code === undefined ? undefined : emojiNameOfCode(code));
  }

  /** Returns an emoji; text for an unknown one. */
  emojiNode(name: string, code?: string): Inline {
    const known = this.emojiName(name, code);
    return known === undefined ? text(`:${name}:`) : { type: 'emoji', name: known };
  }

  /** Name of what a reference leads to, as it stands in a topic. */
  readonly nameOf = (to: Reference): string => {
    switch (to.ref) {
      case 'person':
        return `@${this.people.get(to.key) ?? to.key}`;
      case 'channel':
        return `#${this.channels.get(to.key) ?? to.key}`;
      case 'group':
        return `@${this.groups.get(to.key) ?? to.key}`;
      case 'everyone':
        return '@all';
      case 'topic':
        return to.topic;
      default:
        return to.label ?? '';
    }
  };
}

/** Returns a link; to a message of the archive where the address is that of one. */
export function slackLink(url: string, children: readonly Inline[], label: string): Inline {
  const found = /^https:\/\/[\w.-]+\.slack\.com\/archives\/([A-Z0-9]{5,20})\/p(\d{10})(\d{6})(?:[?#]|$)/.exec(
    url,
  );
  if (!found) return { type: 'link', url, children };
  const [, channel, seconds, rest] = found;
  const shown = label === '' ? url : label;
  return { type: 'reference', to: { ref: 'message', key: `${channel}:${seconds}.${rest}`, label: shown } };
}
