import { foldCase } from '@parley/rules/fold-case';
import { isUnspaced, unspacedLetters } from './syntax/syntax.ts';

/** Finds alert words in a text. One matcher finds the words of all people together. */
export type AlertWordMatcher = { find(content: string): string[] };

/** Words that begin with the same characters, by length: at most one of each length can match at a position. */
type Beginning = Map<number, Map<string, string[]>>;

/** A run of letters and digits, or one letter of a script without blanks between words: there, words are found within a run. */
const wordRun = new RegExp(
  `(?=[\\p{L}\\p{N}])(?:${unspacedLetters}|(?:(?!${unspacedLetters})[\\p{L}\\p{N}])+)`,
  'gu',
);
const wordChar = /[\p{L}\p{N}_]/u;
const mark = /\p{M}/u;

/**
 * Creates a matcher for words and phrases. Upper and lower case do not matter. A word is not found inside a longer word, except in
 * scripts without blanks between words. The time
 * of a search depends on the length of the text, not on the number of words. Only words without letters and digits are searched one
 * by one.
 */
export function createAlertWordMatcher(words: Iterable<string>): AlertWordMatcher {
  const byKey = new Map<string, Map<string, Beginning>>();
  const symbols: { word: string; folded: string }[] = [];
  for (const word of words) {
    const folded = foldCase(word.trim());
    if (folded === '') continue;
    const first = new RegExp(wordRun.source, 'u').exec(folded);
    if (first === null) {
      symbols.push({ word, folded });
      continue;
    }
    const lead = folded.slice(0, first.index);
    const beginnings = getOrMake(byKey, first[0], () => new Map<string, Beginning>());
    const byLength = getOrMake(beginnings, lead, () => new Map());
    const words = getOrMake(byLength, folded.length, () => new Map<string, string[]>());
    getOrMake(words, folded, (): string[] => []).push(word);
  }
  return {
    find(content) {
      if (byKey.size === 0 && symbols.length === 0) return [];
      const text = foldCase(content);
      const found = new Set<string>();
      for (const run of text.matchAll(wordRun)) {
        for (const [lead, byLength] of byKey.get(run[0]) ?? []) {
          const at = run.index - lead.length;
          if (at < 0 || !text.startsWith(lead, at)) continue;
          for (const [length, words] of byLength) {
            const folded = text.slice(at, at + length);
            const here = words.get(folded);
            if (here && standsAlone(text, at, folded)) for (const word of here) found.add(word);
          }
        }
      }
      for (const { word, folded } of symbols) {
        if (text.includes(folded)) found.add(word);
      }
      return [...found];
    },
  };
}

function getOrMake<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  let value = map.get(key);
  if (value === undefined) {
    value = make();
    map.set(key, value);
  }
  return value;
}

function standsAlone(text: string, at: number, folded: string): boolean {
  const end = at + folded.length;
  const before = charBefore(text, at);
  const after = String.fromCodePoint(text.codePointAt(end) ?? 32);
  const first = String.fromCodePoint(folded.codePointAt(0) ?? 32);
  return (
    !mark.test(after) && !areJoined(before, first) && !areJoined(charBefore(folded, folded.length), after)
  );
}

/** Returns whether two characters belong to one word. */
const areJoined = (one: string, other: string): boolean =>
  wordChar.test(one) && wordChar.test(other) && !isUnspaced(one) && !isUnspaced(other);

function charBefore(text: string, at: number): string {
  if (at === 0) return ' ';
  const low = text.charCodeAt(at - 1);
  return low >= 0xdc00 && low <= 0xdfff ? text.slice(at - 2, at) : text.charAt(at - 1);
}
