import type { Store } from '@parley/client';
import { limits } from '@parley/rules/limits';
import { codePoints } from '@parley/rules/text';
import { mentionsChannel, mentionsIn } from './suggestions/mentions.ts';

/** Properties of the text on which parts of the box depend. They change rarely, the text with each key. */
export type TextFacts = {
  readonly isEmpty: boolean;
  /** Whether the text consists of white space only. */
  readonly isBlank: boolean;
  /** Number of characters above the limit; 0 for a text within the limit. */
  readonly excess: number;
  readonly mentionsEveryone: boolean;
  /** The mentions in the text, as they are written. */
  readonly mentions: readonly string[];
};

/** Returns the properties of a text. */
export function textFactsOf(text: string, limit: number): TextFacts {
  const mentions = mentionsIn(text);
  return {
    isEmpty: text === '',
    isBlank: !/\S/.test(text),
    excess: excessOf(text, limit),
    mentionsEveryone: mentions.some(mentionsChannel),
    mentions,
  };
}

/** Returns whether two texts have the same properties. */
export const areSameFacts = (one: TextFacts, other: TextFacts): boolean =>
  one.isEmpty === other.isEmpty &&
  one.isBlank === other.isBlank &&
  one.excess === other.excess &&
  one.mentionsEveryone === other.mentionsEveryone &&
  one.mentions.join('\n') === other.mentions.join('\n');

/** Returns the maximum length of a message. The web client refuses longer texts, because the server would shorten them. */
export const messageLengthLimit = ({ fields }: Pick<Store, 'fields'>): number =>
  Number(fields.get('max_message_length') ?? limits.messageLength);

/** Returns by how many characters a text is too long, as the server counts them: an emoji is one character. */
export const excessOf = (text: string, limit: number): number =>
  text.length <= limit ? 0 : Math.max(0, codePoints(text) - limit);
