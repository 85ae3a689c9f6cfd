import dutch from './compounds/dutch.json' with { type: 'json' };
import german from './compounds/german.json' with { type: 'json' };
import { type StemmedLanguage, stemOf } from './stems.ts';

interface Compounding {
  readonly language: StemmedLanguage;
  readonly parts: ReadonlySet<string>;
  /** Stems of the parts. The last part of a compound has endings. */
  readonly stems: ReadonlySet<string>;
  /** What may stand between two parts. */
  readonly links: readonly string[];
}

const minPart = 4;
const minCompound = 2 * minPart;
const maxCompound = 48;
const maxParts = 4;

const load = (language: StemmedLanguage, words: string, links: readonly string[]): Compounding => {
  const parts = new Set(words.split(' '));
  const stems = new Set([...parts].map((part) => stemOf(part, language) ?? part));
  return { language, parts, stems, links };
};

// Stemming the lists takes some milliseconds, so it waits until a compound may occur.
let loadedGerman: Compounding | undefined;
let loadedDutch: Compounding | undefined;

function compoundingOf(language: StemmedLanguage): Compounding | undefined {
  if (language === 'de') {
    loadedGerman ??= load('de', german.words, ['', 's', 'es', 'n', 'en', 'er', 'e']);
    return loadedGerman;
  }
  if (language === 'nl') {
    loadedDutch ??= load('nl', dutch.words, ['', 's', 'en', 'e', 'n']);
    return loadedDutch;
  }
  return undefined;
}

/**
 * Returns the stems of the parts of a German or Dutch compound, such as `rechnung` and `abteil` of `Rechnungsabteilungen`; none when
 * the word is no compound of listed parts.
 */
export function stemsOfParts(small: string, language: StemmedLanguage): readonly string[] {
  if (small.length < minCompound || small.length > maxCompound) return [];
  const compounding = compoundingOf(language);
  if (compounding === undefined || compounding.parts.has(small)) return [];
  const parts = split(small, compounding, maxParts);
  return parts === undefined || parts.length < 2 ? [] : parts.map((part) => stemOf(part, language) ?? part);
}

/** Returns the fewest parts of which a word consists; undefined when there are none. The longest last part wins. */
function split(word: string, compounding: Compounding, most: number): readonly string[] | undefined {
  if (word.length < minPart) return undefined;
  if (isLastPart(word, compounding)) return [word];
  if (most === 1) return undefined;
  let best: readonly string[] | undefined;
  for (let end = minPart; end <= word.length - minPart; end++) {
    const part = withoutLink(word.slice(0, end), compounding);
    if (part === undefined) continue;
    const rest = split(word.slice(end), compounding, (best?.length ?? most + 1) - 2);
    if (rest !== undefined) best = [part, ...rest];
  }
  return best;
}

const isLastPart = (word: string, { parts, stems, language }: Compounding): boolean =>
  parts.has(word) || stems.has(stemOf(word, language) ?? word);

/** Returns the part that a beginning consists of, without what links it to the next one. */
function withoutLink(beginning: string, { parts, links }: Compounding): string | undefined {
  for (const link of links) {
    if (!beginning.endsWith(link)) continue;
    const part = link === '' ? beginning : beginning.slice(0, -link.length);
    if (parts.has(part)) return part;
  }
  return undefined;
}
