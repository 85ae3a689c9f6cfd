import { emojiNameOfCode, unicodeEmojiName } from '../text/emoji.ts';
import { type Inline, type Reference, text } from '../text/tree.ts';

/** What texts of an archive refer to. It grows with people and channels. */
export class MattermostNames {
  /** Names of people and bots by username, in small letters. */
  readonly people = new Map<string, string>();
  readonly channels = new Map<string, string>();
  /** Whether the archive tells the IDs of posts, by which addresses name them. */
  hasPostIds = false;

  /** Name of what a reference leads to, as it stands in a topic. */
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

  /** Returns a link; to a message of the archive where the address is that of one. */
  link(url: string, children: readonly Inline[], label: string): Inline {
    const id = this.hasPostIds
      ? /^https?:\/\/[^/\s]+\/[^?#\s]*\/pl\/([a-z0-9]{26})(?:[?#]|$)/.exec(url)?.[1]
      : undefined;
    if (id === undefined) return { type: 'link', url, children };
    return { type: 'reference', to: { ref: 'message', key: id, label: label.trim() === '' ? url : label } };
  }

  /** Returns the pieces of a text: mentions, links to channels of a team, and emoji. */
  pieces(value: string, team: string | undefined): Inline[] {
    const nodes: Inline[] = [];
    let at = 0;
    const add = (index: number, length: number, node: Inline): void => {
      if (index > at) nodes.push(text(value.slice(at, index)));
      nodes.push(node);
      at = index + length;
    };
    for (const match of value.matchAll(piece)) {
      const [all, before = '', name, channel, emoji] = match;
      const index = match.index + before.length;
      if (name !== undefined) {
        const found = this.mention(name);
        if (found) add(index, found.length + 1, found.node);
      } else if (channel !== undefined) {
        const key = team === undefined ? undefined : `${team}/${channel.toLowerCase()}`;
        if (key !== undefined && this.channels.has(key)) {
          add(index, channel.length + 1, { type: 'reference', to: { ref: 'channel', key } });
        }
      } else if (emoji !== undefined) {
        const known = unicodeEmojiName(emoji, 'iamcal');
        // Custom emoji keep their names, and stand in the text as they are.
        if (known !== undefined) add(index, all.length - before.length, { type: 'emoji', name: known });
      }
    }
    if (at < value.length) nodes.push(text(value.slice(at)));
    return nodes;
  }

  /** A dot behind a name belongs to the sentence, unless somebody has it in the name. */
  private mention(written: string): { node: Inline; length: number } | undefined {
    for (let name = written; name !== ''; name = name.replace(/[._-]$/, '')) {
      const key = name.toLowerCase();
      if (key === 'all' || key === 'channel' || key === 'here') {
        return { node: { type: 'reference', to: { ref: 'everyone', of: 'channel' } }, length: name.length };
      }
      if (this.people.has(key))
        return { node: { type: 'reference', to: { ref: 'person', key } }, length: name.length };
      if (!/[._-]$/.test(name)) return undefined;
    }
    return undefined;
  }
}

const piece =
  /(^|[^\p{L}\p{N}@~:/.])(?:@([a-z0-9][a-z0-9._-]{0,63})|~([a-z0-9][a-z0-9_-]{0,63})|:([a-z0-9_+-]{1,64}):)/giu;

/** Returns the name in Parley of a reaction's emoji; custom emoji keep their names. */
export const reactionName = (name: string): string =>
  unicodeEmojiName(name, 'iamcal') ??
  (/^[0-9a-f-]{4,}$/i.test(name) ? emojiNameOfCode(name) : undefined) ??
  name;
