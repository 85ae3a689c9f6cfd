import { Role, roleOf } from './characters.ts';
import { foldCharacter, foldWord } from './fold.ts';
import { maxWordLength, type Unit, unitsOf } from './units.ts';

/** A form that several adjacent units have together, such as `fetchinvoicerows`. */
export interface Whole {
  readonly term: string;
  /** Indexes of the first and the last of its units in the token. */
  readonly first: number;
  readonly last: number;
}

/** A part of a text without blanks, such as a word, an address or a path. */
export interface Token {
  readonly units: readonly Unit[];
  readonly wholes: readonly Whole[];
}

export type EmojiByName = (name: string) => string | undefined;

/** Longest chain of words joined by hyphens or underscores that is also found without them. */
const maxChain = 4;
/** Longest punctuation inside a token, such as `://`. */
const maxJoiner = 3;
const chainJoiners = new Set(['-', '_', '‐', '‑', '־']);

const emojiSequence =
  /\p{RI}\p{RI}|[\p{ExtPict}\p{RI}](?:\p{EMod}|\ufe0f)?(?:[\u{e0020}-\u{e007e}]+\u{e007f})?(?:\u200d\p{ExtPict}(?:\p{EMod}|\ufe0f)?)*/uy;
const keycap = /[0-9#*]\ufe0f?\u20e3/y;
const emojiName = /:([\p{Ll}\p{Lo}\p{Lm}0-9_+-]{1,60}):/uy;

/** Returns the form of an emoji by which it is searched: without skin tones and variation selectors. */
export const foldEmoji = (emoji: string): string => emoji.replace(/\ufe0f|\p{EMod}/gu, '');

const pointAt = (text: string, index: number): number => text.codePointAt(index) ?? 0;
const width = (point: number): number => (point > 0xffff ? 2 : 1);

function matchAt(pattern: RegExp, text: string, index: number): RegExpExecArray | null {
  pattern.lastIndex = index;
  return pattern.exec(text);
}

/** Returns where the word that starts at the index ends. */
function endOfWord(text: string, start: number): number {
  let previous: Role = Role.separator;
  let index = start;
  while (index < text.length) {
    const point = pointAt(text, index);
    const role = roleOf(point);
    const next = index + width(point);
    if (role === Role.letter || role === Role.digit) {
      if (role === Role.digit && index > start && matchAt(keycap, text, index) !== null) break;
      previous = role;
    } else if (role === Role.apostrophe) {
      if (previous !== Role.letter || roleOf(pointAt(text, next)) !== Role.letter) break;
    } else if (isQuotationMark(point)) {
      if (!isHebrew(text, index - 1) || !isHebrew(text, next)) break;
    } else if (point === 0x2e || point === 0x2c) {
      const follows = roleOf(pointAt(text, next)) === Role.digit && matchAt(keycap, text, next) === null;
      if (previous !== Role.digit || !follows) break;
    } else if (role !== Role.mark && role !== Role.ignored) break;
    index = next;
  }
  return index;
}

/** Acronyms in Hebrew have a quotation mark before their last letter, and keyboards write different ones. */
const isQuotationMark = (point: number): boolean => point === 0x22 || (point >= 0x201c && point <= 0x201e);

const isHebrew = (text: string, index: number): boolean => {
  const code = text.charCodeAt(index);
  return code >= 0x5d0 && code <= 0x5ea;
};

/** Returns where the marks after a letter end. */
function endOfMarks(text: string, start: number): number {
  let index = start;
  while (index < text.length) {
    const point = pointAt(text, index);
    const role = roleOf(point);
    if (role !== Role.mark && role !== Role.ignored) break;
    index += width(point);
  }
  return index;
}

class Builder {
  readonly tokens: Token[] = [];
  #units: Unit[] = [];
  #wholes: Whole[] = [];
  /** Units that are joined by hyphens or underscores: the index of the first, and their forms together. */
  #chainStart = 0;
  #chain: string[] = [];
  #end = -1;

  /** Adds a word and what separates it from the one before it. A word of invisible letters alone is none. */
  add(given: readonly Unit[], whole: string, joiner: string): void {
    const units = given.every(({ literal }) => literal !== '')
      ? given
      : given.filter(({ literal }) => literal !== '');
    const last = units.at(-1);
    if (last === undefined) {
      this.close();
      return;
    }
    const first = this.#units.length;
    if (!chainJoiners.has(joiner)) this.#closeChain();
    if (this.#chain.length === 0) this.#chainStart = first;
    this.#chain.push(whole);
    this.#units.push(...units);
    if (units.length > 1) this.#wholes.push({ term: whole, first, last: this.#units.length - 1 });
    this.#end = last.end;
  }

  /** Where the last unit of the open token ends; -1 when no token is open. */
  get end(): number {
    return this.#end;
  }

  close(): void {
    if (this.#units.length === 0) return;
    this.#closeChain();
    this.tokens.push({ units: this.#units, wholes: this.#wholes });
    this.#units = [];
    this.#wholes = [];
    this.#end = -1;
  }

  #closeChain(): void {
    const { length } = this.#chain;
    if (length > 1 && length <= maxChain) {
      const term = this.#chain.join('');
      if (term.length <= maxWordLength) {
        this.#wholes.push({ term, first: this.#chainStart, last: this.#units.length - 1 });
      }
    }
    this.#chain = [];
  }
}

const emojiUnit = (emoji: string, start: number, end: number, name = ''): Unit => {
  const words = name.split(/[_+-]+/).filter((word) => /\p{L}/u.test(word));
  const also = words.length === 0 ? [] : [...new Set([words.join(''), ...words])].map(foldWord);
  return { kind: 'emoji', literal: foldEmoji(emoji), small: '', also, joined: false, start, end };
};

/**
 * Splits a text into tokens. It follows UAX #29 where words are letters with marks between anything else, and goes further: parts
 * of identifiers are units, and scripts without blanks give a unit for each character with its marks.
 */
export function tokensOf(text: string, emojiByName?: EmojiByName): Token[] {
  const builder = new Builder();
  let index = 0;
  while (index < text.length) {
    const point = pointAt(text, index);
    const role = roleOf(point);
    if (builder.end !== -1 && index - builder.end > maxJoiner) builder.close();
    const joiner = builder.end === -1 ? '' : text.slice(builder.end, index);
    if (emojiByName && point === 0x3a) {
      const [all, name] = matchAt(emojiName, text, index) ?? [];
      const emoji = name === undefined ? undefined : emojiByName(name);
      if (all !== undefined && emoji !== undefined) {
        builder.close();
        builder.add([emojiUnit(emoji, index, index + all.length, name)], '', '');
        builder.close();
        index += all.length;
        continue;
      }
    }
    const emoji = role === Role.emoji ? matchAt(emojiSequence, text, index) : matchKeycap(text, index, point);
    if (emoji !== null) {
      builder.close();
      builder.add([emojiUnit(emoji[0], index, index + emoji[0].length)], '', '');
      builder.close();
      index += emoji[0].length;
    } else if (role === Role.letter || role === Role.digit) {
      const end = endOfWord(text, index);
      const units = unitsOf(text.slice(index, end), index, text.slice(end, end + 2));
      builder.add(units.units, units.whole, joiner);
      index = end;
    } else if (role === Role.pair) {
      const end = endOfMarks(text, index + width(point));
      const literal = foldCharacter(text.slice(index, end));
      const joined = builder.end === index;
      builder.add(
        [{ kind: 'pair', literal, small: '', also: [], joined, start: index, end }],
        literal,
        joiner,
      );
      index = end;
    } else if (role === Role.number) {
      const end = index + width(point);
      const literal = foldWord(text.slice(index, end));
      builder.add(
        [{ kind: 'word', literal, small: '', also: [], joined: false, start: index, end }],
        literal,
        joiner,
      );
      index = end;
    } else {
      if (role !== Role.joiner) builder.close();
      index += width(point);
    }
  }
  builder.close();
  return builder.tokens;
}

const matchKeycap = (text: string, index: number, point: number): RegExpExecArray | null =>
  (point >= 0x30 && point <= 0x39) || point === 0x23 || point === 0x2a ? matchAt(keycap, text, index) : null;
