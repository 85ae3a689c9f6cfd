/** Fuzzy matching of names, with the parts that match. */
import { foldCase } from '@parley/client';
import { foldedText } from './folded-text.ts';

/** A part of a name: from a code unit up to another one. */
export type TextRange = readonly [from: number, to: number];

export type FuzzyMatch = {
  /** From 1 (letters in order) to 100 (the whole name). */
  readonly score: number;
  /** The parts of the name that match, in order. They never divide a letter from its marks. */
  readonly ranges: readonly TextRange[];
};

/** A name, prepared for matching. */
export type FoldedName = {
  readonly name: string;
  /** The name without differences of case and accents. */
  readonly text: string;
  /** Where each code unit of `text` begins in `name`; undefined when the positions are equal. */
  readonly starts: readonly number[] | undefined;
};

/** Longer names are matched by their beginning. */
const maxLength = 200;
const ascii = /^[\0-\x7f]*$/;
const accents = /[\u0300-\u036f]/g;
const attached = /^(?:\p{M}|\u200d)$/u;
const letterOrDigit = /[\p{L}\p{N}\p{M}]/u;
/** Writings without blanks between words, in which a single letter within a text may be a word. */
const withoutBlanks =
  /^[\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]/u;

const foldLetter = (letter: string): string =>
  foldCase(letter.normalize('NFD').replace(accents, '')).replace(accents, '');

/** Prepares a name for matching. */
export function foldName(whole: string): FoldedName {
  const name = whole.length > maxLength ? whole.slice(0, maxLength).toWellFormed() : whole;
  if (ascii.test(name)) return { name, text: name.toLowerCase(), starts: undefined };
  return { name, ...foldedText(name, foldLetter) };
}

export type FoldedQuery = { readonly whole: string; readonly words: readonly string[] };

const maxWords = 8;

/** Prepares a query for matching. */
export function foldQuery(query: string): FoldedQuery {
  const whole = foldName(query.trim()).text;
  return { whole, words: whole.split(/\s+/).filter(Boolean).slice(0, maxWords) };
}

/** Returns whether a text has all letters of a word in order. What does not, never matches; nor does it when the word gets longer. */
export function hasInOrder(text: string, word: string): boolean {
  let at = -1;
  for (const letter of word) {
    at = text.indexOf(letter, at + 1);
    if (at < 0) return false;
    at += letter.length - 1;
  }
  return true;
}

/** Returns how a name matches a query: as a whole, or each of its words in any order. Undefined when it does not. */
export function fuzzyMatch(folded: FoldedName, { whole, words }: FoldedQuery): FuzzyMatch | undefined {
  if (words.length === 0) return undefined;
  const at = matchWord(folded, whole);
  if (at && (words.length === 1 || at.score >= scores.inside)) return shown(folded, at, whole);
  if (words.length === 1) return undefined;
  const each: Found[] = [];
  for (const word of words) {
    const found = matchWord(folded, word);
    if (!found) return undefined;
    each.push(found);
  }
  const score = Math.min(...each.map((one) => one.score)) - 3;
  return shown(folded, { score, spans: each.flatMap(({ spans }) => spans) }, whole);
}

/** Scores of the ways in which a word matches, the best first. */
const scores = {
  equal: 100,
  beginning: 90,
  wordBeginning: 78,
  inside: 58,
  initials: 48,
  scattered: 20,
} as const;

type Found = { readonly score: number; readonly spans: readonly TextRange[] };

function matchWord(folded: FoldedName, word: string): Found | undefined {
  const { text } = folded;
  const first = text.indexOf(word);
  if (first === 0)
    return { score: text === word ? scores.equal : scores.beginning, spans: [[0, word.length]] };
  for (let at = first; at > 0; at = text.indexOf(word, at + 1))
    if (isWordStart(folded, at)) return { score: scores.wordBeginning, spans: [[at, at + word.length]] };
  // A single letter within a word says nothing.
  if (first > 0 && (word.length > 1 || withoutBlanks.test(word)))
    return { score: scores.inside, spans: [[first, first + word.length]] };
  if (word.length < 2 || first >= 0 || !hasInOrder(text, word)) return undefined;
  return byInitials(folded, word) ?? scattered(folded, word);
}

/** Returns whether a word begins at a position: after something that is no letter, or with a capital after a small letter. */
function isWordStart({ name, text, starts }: FoldedName, at: number): boolean {
  if (at === 0 || !letterOrDigit.test(text.charAt(at - 1))) return true;
  if (starts && starts[at] === starts[at - 1]) return false;
  const here = starts?.[at] ?? at;
  return /^\p{Ll}\p{Lu}/u.test(name.slice(here - 1, here + 1));
}

/** Most steps of the search for beginnings of words, which could otherwise take exponential time. */
const maxSteps = 400;

/** Matches letters that each follow the one before or begin a word: `dsy` in “design system”. */
function byInitials(folded: FoldedName, word: string): Found | undefined {
  const { text } = folded;
  const beginnings: number[] = [];
  for (let at = 0; at < text.length; at++)
    if (letterOrDigit.test(text.charAt(at)) && isWordStart(folded, at)) beginnings.push(at);
  let steps = 0;
  const places: number[] = [];
  const go = (index: number, from: number): boolean => {
    if (index === word.length) return true;
    if (++steps > maxSteps) return false;
    if (index > 0 && text[from] === word[index]) {
      places[index] = from;
      if (go(index + 1, from + 1)) return true;
    }
    for (const at of beginnings) {
      if (at < from || text[at] !== word[index]) continue;
      places[index] = at;
      if (go(index + 1, at + 1)) return true;
    }
    return false;
  };
  return go(0, 0) ? { score: scores.initials, spans: spansOf(places) } : undefined;
}

/** Fewest letters of a word that may be scattered over a name, and the most letters between them for each. */
const leastScattered = 3;
const mostBetween = 2;

/** Matches letters in order, close to each other, of which the first begins a word. */
function scattered(folded: FoldedName, word: string): Found | undefined {
  if (word.length < leastScattered) return undefined;
  const { text } = folded;
  const first = word.charAt(0);
  for (let start = text.indexOf(first); start >= 0; start = text.indexOf(first, start + 1)) {
    if (!isWordStart(folded, start)) continue;
    const places = [start];
    let last = start;
    for (let index = 1; index < word.length; index++) {
      last = text.indexOf(word.charAt(index), last + 1);
      if (last < 0) return undefined;
      places.push(last);
    }
    const between = last - start + 1 - word.length;
    if (between <= word.length * mostBetween)
      return { score: Math.max(1, scores.scattered - between), spans: spansOf(places) };
  }
  return undefined;
}

const spansOf = (places: readonly number[]): TextRange[] => places.map((at) => [at, at + 1]);

/** Returns a match with its parts in the name itself. Short names come before long ones that match as well. */
function shown(folded: FoldedName, { score, spans }: Found, whole: string): FuzzyMatch {
  const longer = Math.min(2, Math.max(0, folded.text.length - whole.length) / 50);
  return { score: Math.max(1, score - longer), ranges: merged(spans.map((span) => inName(folded, span))) };
}

function inName({ name, starts }: FoldedName, [from, to]: TextRange): TextRange {
  if (!starts) return [from, to];
  const [begin = 0, last = 0] = [starts[from], starts[to - 1]];
  const characterAt = (at: number) => String.fromCodePoint(name.codePointAt(at) ?? 0);
  let end = last + characterAt(last).length;
  while (end < name.length && attached.test(characterAt(end))) end += characterAt(end).length;
  return [begin, end];
}

function merged(ranges: readonly TextRange[]): TextRange[] {
  const result: [number, number][] = [];
  for (const [from, to] of [...ranges].sort((one, other) => one[0] - other[0] || one[1] - other[1])) {
    const last = result.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else result.push([from, to]);
  }
  return result;
}

export type MarkedPart = { readonly text: string; readonly isMarked: boolean };

/** Divides a text into parts that match and parts that do not. */
export function markedParts(text: string, ranges: readonly TextRange[]): MarkedPart[] {
  const parts: MarkedPart[] = [];
  let end = 0;
  for (const [from, to] of ranges) {
    if (from > end) parts.push({ text: text.slice(end, from), isMarked: false });
    parts.push({ text: text.slice(from, to), isMarked: true });
    end = to;
  }
  if (end < text.length) parts.push({ text: text.slice(end), isMarked: false });
  return parts;
}
