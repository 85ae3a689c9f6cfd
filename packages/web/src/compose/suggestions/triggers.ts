/** A completion that the text before the cursor asks for, such as that of a mention. */

import { unspacedLetters } from '@parley/markdown/reference-text';

export type Trigger = {
  readonly kind: 'mention' | 'channel' | 'topic' | 'emoji' | 'command';
  readonly query: string;
  /** Start of the text that a suggestion replaces. */
  readonly from: number;
  /** For topics: the name of the channel. */
  readonly channel?: string;
  /** For mentions: the text begins with `@_`, so the mention must not notify. */
  readonly isSilent?: boolean;
};

/**
 * After these, a name may begin: punctuation of Chinese and Japanese, and letters of scripts without blanks between words. Input methods of these
 * languages write wide signs.
 */
const unspaced = `[\\u3000-\\u303f\\uff01-\\uff0f\\uff1a-\\uff1f\\uff3b-\\uff40\\uff5b-\\uff65]|${unspacedLetters}`;
const completable = new RegExp(
  `(?:^|(?<=[\\s({["'])|(?<=${unspaced})(?=[@#＠＃]))([@＠]_?\\**|[#＃]\\**|:)([^\\s@#＠＃:*][^\\n@#＠＃:*]{0,40}|)$`,
  'u',
);

/**
 * Returns the trigger at the end of the text before the cursor; undefined when there is nothing to complete.
 * @param isChannel returns whether a channel has this name. It decides where the topic begins if the channel's name contains `>`
 */
export function triggerAt(
  text: string,
  cursor: number,
  isChannel: (name: string) => boolean = () => true,
): Trigger | undefined {
  const before = text.slice(0, cursor);
  // Most texts contain none of these characters. This check is fast, and it runs for each typed key.
  if (!/[@#:/＠＃]/.test(before)) return undefined;
  const command = /^\/([\w-]*)$/.exec(before);
  if (command) return { kind: 'command', query: command[1] ?? '', from: 0 };
  const topic = /#\*\*((?:[^*\n]|\*(?!\*))+>(?:[^*\n]|\*(?!\*))*)$/.exec(before);
  if (topic) {
    const [, typed = ''] = topic;
    const parts = typed.split('>');
    const ends = parts.map((_, index) => parts.slice(0, index + 1).join('>').length).slice(0, -1);
    const end = ends.find((each) => isChannel(typed.slice(0, each))) ?? ends[0] ?? typed.length;
    const [channel, query] = [typed.slice(0, end), typed.slice(end + 1)];
    return { kind: 'topic', query, from: topic.index, channel };
  }
  const found = completable.exec(before);
  if (!found) return undefined;
  const [whole, sign = '', query = ''] = found;
  const from = found.index + whole.length - sign.length - query.length;
  if (sign === ':') return /^[\w+-]{2,}$/.test(query) ? { kind: 'emoji', query, from } : undefined;
  return /^[@＠]/.test(sign)
    ? { kind: 'mention', query, from, isSilent: sign[1] === '_' }
    : { kind: 'channel', query, from };
}
