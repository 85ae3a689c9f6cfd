import { brotliDecompressSync } from 'node:zlib';
import data from './language-table.json' with { type: 'json' };

/** A language that a text may be in. */
export interface DetectedLanguage {
  /** ISO 639-1 code. */
  readonly code: string;
  /** From 0 to 1. */
  readonly score: number;
}

/** N-grams and their scores, in arrays that take little memory. */
interface Table {
  /** By hash, the number of an n-gram, from 1; 0 where there is none. Others follow it where hashes are equal. */
  readonly slots: Uint16Array;
  /** The first four characters of each n-gram, and the last two. */
  readonly low: Uint32Array;
  readonly high: Uint16Array;
  /** Where the scores of each n-gram begin. */
  readonly starts: Uint32Array;
  readonly languages: Uint8Array;
  readonly scores: Uint8Array;
}

/** Characters of an n-gram: four of a word, and blanks before and after it. */
const maxCharacters = 6;
const characterColumns = maxCharacters;
/** About a third of the slots is taken. */
const slotBits = 17;
/** The table leaves out what all scores have at least. */
const baseScore = 53;
/** Makes a score from 0 to 1 of the mean of an n-gram. */
const scale = 25;
/** A text is read up to the blank after so many bytes of UTF-8, and to the end of the character at most. */
const enoughBytes = 350;
const maxBytes = 380;
/** A word is read up to so many bytes. */
const maxWordBytes = 70;
const blank = 0x20;
const codes = data.languages.split(' ');

const hashOf = (low: number, high: number): number =>
  Math.imul(low ^ Math.imul(high, 0x9e3779b1), 0x85ebca6b) >>> (32 - slotBits);

let loaded: Table | undefined;
let separators: RegExp | undefined;

function load(): Table {
  const count = data.ngrams;
  const columns = brotliDecompressSync(Buffer.from(data.columns, 'base64'));
  const byteOf = (ngram: number, column: number) => columns.readUInt8(column * count + ngram);
  const low = new Uint32Array(count);
  const high = new Uint16Array(count);
  const starts = new Uint32Array(count + 1);
  const slots = new Uint16Array(1 << slotBits);
  let length = 0;
  for (let ngram = 0; ngram < count; ngram++) {
    const firstFour =
      (byteOf(ngram, 0) << 24) | (byteOf(ngram, 1) << 16) | (byteOf(ngram, 2) << 8) | byteOf(ngram, 3);
    const lastTwo = (byteOf(ngram, 4) << 8) | byteOf(ngram, 5);
    low[ngram] = firstFour;
    high[ngram] = lastTwo;
    length += byteOf(ngram, characterColumns);
    starts[ngram + 1] = length;
    let slot = hashOf(firstFour, lastTwo);
    while (slots[slot] !== 0) slot = (slot + 1) % slots.length;
    slots[slot] = ngram + 1;
  }
  const first = (characterColumns + 1) * count;
  // Copies, so that the other columns are not kept.
  const languages = new Uint8Array(columns.subarray(first, first + length));
  const scores = new Uint8Array(columns.subarray(first + length, first + 2 * length));
  return { slots, low, high, starts, languages, scores };
}

/**
 * Returns the two languages that a text is most probably in, the best one first; fewer when its n-grams occur in no other. They are
 * those of the package eld, whose smallest table it reads (see the README).
 */
export function detectLanguages(text: string): DetectedLanguage[] {
  loaded ??= load();
  const ngrams = ngramsOf(text);
  const totals = new Uint32Array(codes.length);
  for (const ngram of ngrams) if (typeof ngram === 'number') addScores(loaded, ngram, totals);
  const best = indexOfLargest(totals);
  const second = indexOfLargest(totals, best);
  return [best, second].flatMap((language) => {
    const [code, total] = [codes[language], totals[language]];
    if (code === undefined || total === undefined) return [];
    const mean = total / ngrams.size;
    return { code, score: mean / (mean + scale) };
  });
}

/** Returns the first language with the largest score above zero; -1 when there is none. */
function indexOfLargest(totals: Uint32Array, without = -1): number {
  let largest = -1;
  totals.forEach((total, language) => {
    if (language !== without && total > (totals[largest] ?? 0)) largest = language;
  });
  return largest;
}

const twoPower32 = 2 ** 32;

function addScores(table: Table, ngram: number, totals: Uint32Array): void {
  const high = Math.floor(ngram / twoPower32);
  const low = ngram >>> 0;
  let slot = hashOf(low, high);
  for (;;) {
    const number = table.slots[slot];
    if (!number) return;
    if (table.low[number - 1] === low && table.high[number - 1] === high) {
      const end = table.starts[number] ?? 0;
      for (let at = table.starts[number - 1] ?? end; at < end; at++) {
        // Without a call for each: a text has more than a hundred n-grams, with several scores each.
        const language = table.languages[at];
        const score = table.scores[at];
        if (language === undefined || score === undefined) continue;
        totals[language] = (totals[language] ?? 0) + score + baseScore;
      }
      return;
    }
    slot = (slot + 1) % table.slots.length;
  }
}

/** A word with a blank before it and after it. Reused between texts. */
const word = new Uint8Array(maxBytes + 8);
word[0] = blank;

/** Returns the different n-grams of a text, as numbers of their characters. Those that no table can have are texts. */
function ngramsOf(text: string): Set<number | string> {
  const found = new Set<number | string>();
  separators ??= new RegExp(`[^${data.letters}]+(?<![\\x27\\x60\\u2019])`, 'gu');
  const words = text.replace(separators, ' ').trim().toLowerCase();
  let length = 0;
  let bytes = 0;
  for (let at = 0; at < words.length && bytes <= maxBytes; at++) {
    const code = words.charCodeAt(at);
    if (code === blank) {
      if (length > 0) addNgrams(found, length);
      length = 0;
      if (bytes > enoughBytes) break;
      bytes++;
    } else {
      const added = writeCharacter(code, length + 1);
      length += added;
      bytes += added;
    }
  }
  if (length > 0) addNgrams(found, length);
  return found;
}

/** Writes the characters for the bytes of UTF-8, and returns their number. Words have letters of the basic plane only. */
function writeCharacter(code: number, at: number): number {
  if (code < 0x80) {
    word[at] = code;
    return 1;
  }
  const last = characterOf(0x80 | (code & 0x3f));
  if (code < 0x800) {
    word[at] = characterOf(0xc0 | (code >> 6));
    word[at + 1] = last;
    return 2;
  }
  word[at] = characterOf(0xe0 | (code >> 12));
  word[at + 1] = characterOf(0x80 | ((code >> 6) & 0x3f));
  word[at + 2] = last;
  return 3;
}

const characterOf = (byte: number): number => data.bytes.charCodeAt(byte - 0x80);

/** Adds each four characters of the word, three apart, and its last four. A blank marks the beginning and the end. */
function addNgrams(found: Set<number | string>, length: number): void {
  word[length + 1] = blank;
  const read = Math.min(length, maxWordBytes);
  let at = 0;
  for (; at + 4 < read; at += 3) found.add(ngramOf(at === 0 ? 0 : at + 1, at + 5));
  const last = read === 3 ? 0 : Math.max(read - 4, 0);
  // The last one of a longer word has all that was not read, so no table has it.
  found.add(ngramOf(at === 0 ? 0 : last + 1, length + 2));
}

function ngramOf(start: number, end: number): number | string {
  if (end - start > maxCharacters) return String.fromCharCode(...word.subarray(start, end));
  const at = (index: number): number => (start + index < end ? (word[start + index] ?? 0) : 0);
  const low = ((at(0) << 24) | (at(1) << 16) | (at(2) << 8) | at(3)) >>> 0;
  return ((at(4) << 8) | at(5)) * twoPower32 + low;
}
