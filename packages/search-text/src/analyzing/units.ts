import { foldWord, smallLetters } from './fold.ts';

/** What takes one position in a text: a word, a part of an identifier, an emoji, or a character of a script without blanks. */
export interface Unit {
  readonly kind: 'word' | 'pair' | 'emoji';
  /** The folded form. */
  readonly literal: string;
  /** The form from which stems are made; empty when there are none. */
  readonly small: string;
  /** Further forms at the same position, such as `server` of `server’s`. */
  readonly also: readonly string[];
  /** Whether it directly follows another character of such a script. */
  readonly joined: boolean;
  /** Its range in the text. */
  readonly start: number;
  readonly end: number;
}

/** Longer words are cut, in the index and in searches. */
export const maxWordLength = 64;
const maxParts = 8;
const minAveragePart = 2.5;

const apostrophe = /['’‘‛ʼʻʹ′`´＇՚׳״ꞌ"“”„]/u;
const capitals = /\p{Lu}/u;
const camelCase = /(?<=\p{Ll}\d{0,4})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;
const pluralOfCapitals = /^\p{Lu}+s$/u;
const lettersAndDigits = /^(\p{L}{3,})(\d{2,}[\d.,]*)$/u;
/** A version with a name before it or letters after it, such as `python3.11` and `1.0rc1`. */
const namedVersion = /^(\p{L}*)(\d+(?:[.,]\d+)+)(\p{L}+\d*)?$/u;
/** Most words are small letters of ASCII, perhaps with an initial capital. */
const plainWord = /^[A-Za-z][a-z]*$/;
const version = /^v(\d+(?:[.,]\d+)+)$/i;

/** Returns the first characters of a word that is too long to be indexed as a whole. */
const cut = (word: string): string =>
  word.length <= maxWordLength
    ? word
    : word
        .slice(0, maxWordLength)
        .toWellFormed()
        .replace(/\ufffd$/, '');

const noForms: readonly string[] = [];

const word = (raw: string, start: number, end: number, also = noForms): Unit => {
  const small = smallLetters(raw);
  return {
    kind: 'word',
    literal: cut(foldWord(raw)),
    small: /\d/.test(small) || small.length > maxWordLength ? '' : small,
    also,
    joined: false,
    start,
    end,
  };
};

/** Returns the parts of an identifier such as `fetchInvoiceRows`, `sha256` or `python3.11`; only one part when it is none. */
function partsOf(raw: string): readonly string[] {
  if (capitals.test(raw.slice(1)) && !pluralOfCapitals.test(raw)) {
    const parts = raw.split(camelCase);
    if (parts.length > 1 && parts.length <= maxParts && raw.length / parts.length >= minAveragePart)
      return parts;
  }
  const found = namedVersion.exec(raw) ?? lettersAndDigits.exec(raw) ?? [];
  const parts = found.slice(1).filter((part) => part !== undefined && part !== '');
  return parts.length > 1 ? parts : [raw];
}

/** Returns a word with apostrophes: its form without them, and its parts at the same position. */
function withApostrophes(raw: string, start: number): Unit {
  const parts = raw.split(apostrophe);
  const longest = parts.reduce((best, part) => (part.length >= best.length ? part : best));
  const literal = cut(foldWord(parts.join('')));
  const also = parts.map((part) => cut(foldWord(part))).filter((part) => part.length > 1 && part !== literal);
  return { ...word(longest, start, start + raw.length), literal, also: [...new Set(also)] };
}

/**
 * Returns the units of a word, and its form as a whole.
 *
 * @param next the two characters that follow the word
 */
export function unitsOf(raw: string, start: number, next: string): { units: readonly Unit[]; whole: string } {
  const end = start + raw.length;
  if (raw.length > 1 && raw.length <= maxWordLength && plainWord.test(raw)) {
    const literal = raw.toLowerCase();
    return {
      units: [{ kind: 'word', literal, small: literal, also: noForms, joined: false, start, end }],
      whole: literal,
    };
  }
  if (apostrophe.test(raw)) {
    const unit = withApostrophes(raw, start);
    return { units: [unit], whole: unit.literal };
  }
  const number = version.exec(raw)?.[1];
  if (number !== undefined) {
    const unit = word(number, start, end, [foldWord(raw)]);
    return { units: [unit], whole: unit.literal };
  }
  if (/^[a-z]$/i.test(raw) && (next === '++' || next.startsWith('#'))) {
    const unit = word(raw, start, end, [raw.toLowerCase() + (next === '++' ? '++' : '#')]);
    return { units: [unit], whole: unit.literal };
  }
  const composed = raw.normalize('NFC');
  const parts = partsOf(composed);
  if (parts.length === 1) {
    const unit = word(raw, start, end);
    return { units: [unit], whole: unit.literal };
  }
  // The ranges of the parts are known only when composing did not change the word.
  let from = start;
  const units = parts.map((part) => {
    const unit = raw === composed ? word(part, from, from + part.length) : word(part, start, end);
    from += part.length;
    return unit;
  });
  return { units, whole: cut(foldWord(raw)) };
}
