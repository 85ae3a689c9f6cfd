import type { MessageId } from '@parley/rules';
import { limits } from '../limits.ts';

/** A parsed mention, whose name is not looked up yet. `end` is the index after it. */
export type MentionSyntax = { end: number; silent: boolean; group: boolean; name: string; id?: number };
/** A parsed link to a channel, topic or message, whose name is not looked up yet. `end` is the index after it. */
export type ChannelSyntax = { end: number; name: string; topic?: string; messageId?: MessageId };

const star = 0x2a;
const channelWildcards = new Set(['all', 'everyone', 'channel', 'stream']);

/** Returns the kind of wildcard that a mention's name means; undefined when it is not a wildcard. */
export function wildcardKind(name: string): 'channel' | 'topic' | undefined {
  if (channelWildcards.has(name)) return 'channel';
  return name === 'topic' ? 'topic' : undefined;
}

/** Letters of scripts that have no blanks between words, or whose particles join the word before them. */
const unspaced =
  /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Bopo}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]/u;
/** Source of a regular expression for them. */
export const unspacedLetters: string = unspaced.source;
const unspacedAtEnd = new RegExp(`${unspacedLetters}$`, 'u');
const wordAtEnd = /[\p{L}\p{N}_@]$/u;

/** Returns whether a character may stand beside a word without being a part of it, although it is a letter. */
export const isUnspaced = (character: string): boolean => unspaced.test(character);

/** Returns whether a mention may follow a text. Within a word, it would be a part of a mail address. */
export const mayMentionAfter = (before: string): boolean =>
  !wordAtEnd.test(before) || unspacedAtEnd.test(before);

/**
 * Parses a mention that starts with the `@` at an index: `@**name**`, `@**name|id**`, `@*group*` or a silent form. `@**|id**` and
 * `@*|id*` have no name, for names that this syntax cannot express.
 */
export function readMention(text: string, at: number): MentionSyntax | undefined {
  let pos = at + 1;
  const silent = text.charCodeAt(pos) === 0x5f;
  if (silent) pos++;
  if (text.charCodeAt(pos) !== star) return undefined;
  const group = text.charCodeAt(pos + 1) !== star;
  pos += group ? 1 : 2;
  const close = findClose(text, pos, group ? '*' : '**');
  if (close === -1) return undefined;
  const inner = text.slice(pos, close);
  const end = close + (group ? 1 : 2);
  if (inner.trim() === '') return undefined;
  // Names may contain `|`, but names of people do not end like an ID.
  const withId = (group ? /^()\|(\d{1,10})$/ : /^(.*)\|(\d{1,10})$/s).exec(inner);
  if (withId) return { end, silent, group, name: withId[1] ?? '', id: Number(withId[2]) };
  return { end, silent, group, name: inner };
}

/** Parses a link that starts with the `#` at an index: `#**channel**`, `#**channel>topic**` or `#**channel>topic@id**`. */
export function readChannelLink(text: string, at: number): ChannelSyntax | undefined {
  if (text.charCodeAt(at + 1) !== star || text.charCodeAt(at + 2) !== star) return undefined;
  const close = findClose(text, at + 3, '**');
  if (close === -1) return undefined;
  const inner = text.slice(at + 3, close);
  const end = close + 2;
  const divider = inner.indexOf('>');
  if (divider === -1) return inner.trim() === '' ? undefined : { end, name: inner };
  const name = inner.slice(0, divider);
  if (name.trim() === '') return undefined;
  const topic = inner.slice(divider + 1);
  const message = /^(.*)@(\d{1,15})$/s.exec(topic);
  if (message) return { end, name, topic: (message[1] ?? '').trim(), messageId: Number(message[2]) };
  return { end, name, topic: topic.trim() };
}

const letter = /\p{L}/u;

/** Parses `:name:` that starts with the colon at an index, and returns the name. */
export function readEmojiName(text: string, at: number): string | undefined {
  const from = at + 1;
  const max = Math.min(text.length, from + limits.emojiNameLength + 1);
  for (let pos = from; pos < max; pos++) {
    const code = text.charCodeAt(pos);
    if (code === 0x3a) return pos === from ? undefined : text.slice(from, pos);
    const word =
      (code >= 0x61 && code <= 0x7a) ||
      (code >= 0x30 && code <= 0x39) ||
      code === 0x5f ||
      code === 0x2b ||
      code === 0x2d ||
      (code >= 0x41 && code <= 0x5a) ||
      (code > 0x7f && letter.test(text.charAt(pos)));
    if (!word) return undefined;
  }
  return undefined;
}

function findClose(text: string, from: number, mark: string): number {
  const window = text.slice(from, from + limits.nameLength + mark.length);
  const close = window.indexOf(mark);
  if (close <= 0) return -1;
  const line = window.indexOf('\n');
  return line !== -1 && line < close ? -1 : from + close;
}
