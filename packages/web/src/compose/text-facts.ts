/**
 * Properties of a text on which parts of the compose box depend. They rarely change, while the text changes with each
 * key.
 */
export type TextFacts = {
  readonly isEmpty: boolean;
  /** Whether it has no other characters than spaces and line breaks. */
  readonly isBlank: boolean;
  /** Number of characters above the limit; 0 for a text that is short enough. */
  readonly excess: number;
  /** Whether it mentions everyone in the channel. */
  readonly mentionsEveryone: boolean;
};

const everyone = /(?:^|\s)@\*\*(?:all|everyone|channel|stream)\*\*/;

/** Returns the properties of a text. */
export const textFactsOf = (text: string, limit: number): TextFacts => ({
  isEmpty: text === '',
  isBlank: !/\S/.test(text),
  excess: Math.max(0, text.length - limit),
  mentionsEveryone: text.includes('@**') && everyone.test(text),
});

/** Returns whether two texts look alike to the parts of the compose box. */
export const areSameFacts = (one: TextFacts, other: TextFacts): boolean =>
  one.isEmpty === other.isEmpty &&
  one.isBlank === other.isBlank &&
  one.excess === other.excess &&
  one.mentionsEveryone === other.mentionsEveryone;
