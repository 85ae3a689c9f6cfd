import dutch from './compounds/dutch.json' with { type: 'json' };
import german from './compounds/german.json' with { type: 'json' };
import { foldWord } from './fold.ts';
import { type StemmedLanguage, stemOf } from './stems.ts';

interface Compounding {
  readonly language: StemmedLanguage;
  readonly parts: ReadonlySet<string>;
  /** Stems of the parts. The last part of a compound has endings. */
  readonly stems: ReadonlySet<string>;
  /** How parts begin. */
  readonly starts: ReadonlySet<string>;
  /** What may stand between two parts. */
  readonly links: readonly string[];
  /** Beginnings of derived words, which are no compounds. */
  readonly prefixes: ReadonlySet<string>;
}

const minPart = 4;
const minCompound = 2 * minPart;
const maxCompound = 48;
const maxParts = 4;
/** Shorter words and stems end many words that are no compounds. */
const minEnd = 6;
const minStemOfEnd = 5;

/** Returns the first letters, which are the same in all forms of a word. */
const startOf = (word: string): string => foldWord(word.slice(0, minPart));

const load = (
  language: StemmedLanguage,
  words: string,
  links: readonly string[],
  prefixes: readonly string[],
): Compounding => {
  const parts = new Set(words.split(' '));
  const stems = new Set([...parts].map((part) => stemOf(part, language) ?? part));
  const starts = new Set([...parts].map(startOf));
  return { language, parts, stems, starts, links, prefixes: new Set(prefixes) };
};

const germanLinks = ['', 's', 'es', 'n', 'en', 'er', 'e'];
const germanPrefixes =
  'über unter durch hinter wieder gegen zusammen zurück weiter nach miss nicht fort vorüber heraus hinaus herein'.split(
    ' ',
  );
const dutchLinks = ['', 's', 'en', 'e', 'n'];
const dutchPrefixes = 'onder over door tegen samen terug voor achter buiten binnen'.split(' ');

// Stemming the lists takes some milliseconds, so it waits until a compound may occur.
let loadedGerman: Compounding | undefined;
let loadedDutch: Compounding | undefined;

function compoundingOf(language: StemmedLanguage): Compounding | undefined {
  if (language === 'de') {
    loadedGerman ??= load('de', german.words, germanLinks, germanPrefixes);
    return loadedGerman;
  }
  if (language === 'nl') {
    loadedDutch ??= load('nl', dutch.words, dutchLinks, dutchPrefixes);
    return loadedDutch;
  }
  return undefined;
}

/**
 * Returns the stems of the parts of a German or Dutch compound, such as `rechnung` and `abteil` of `Rechnungsabteilungen`; none when
 * the word is no compound. If only its end is listed, what stands before it is one part, such as `kubernet` of `Kubernetescluster`.
 */
export function stemsOfParts(small: string, language: StemmedLanguage): readonly string[] {
  if (small.length < minCompound || small.length > maxCompound) return [];
  const compounding = compoundingOf(language);
  if (compounding === undefined || compounding.parts.has(small)) return [];
  const parts = split(small, compounding, maxParts);
  if (parts === undefined) return endAndRest(small.replaceAll('ß', 'ss'), compounding);
  return parts.length < 2 ? [] : parts.map((part) => stemOf(part, language) ?? part);
}

/** Returns the stems of a listed end, which is as long as possible, and of what stands before it. */
function endAndRest(word: string, compounding: Compounding): readonly string[] {
  const { prefixes, links, language } = compounding;
  for (let start = minPart; start <= word.length - minEnd; start++) {
    const stem = stemOfEnd(word.slice(start), compounding);
    if (stem === undefined) continue;
    const rest = word.slice(0, start);
    if (prefixes.has(rest)) return [];
    const forms = links
      .filter((link) => rest.endsWith(link) && rest.length - link.length >= minPart)
      .map((link) => rest.slice(0, rest.length - link.length));
    return [...new Set([...forms.map((form) => stemOf(form, language) ?? form), stem])];
  }
  return [];
}

/** Returns the stem of a word that is listed, and long enough to end no other words; undefined for others. */
function stemOfEnd(word: string, { parts, stems, starts, language }: Compounding): string | undefined {
  if (!starts.has(startOf(word))) return undefined;
  const stem = stemOf(word, language) ?? word;
  const isListed =
    (word.length >= minEnd && parts.has(word)) || (stem.length >= minStemOfEnd && stems.has(stem));
  return isListed ? stem : undefined;
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

/** Returns the part that a beginning consists of, without what links it to the next one. `Schule` is `Schul` there. */
function withoutLink(beginning: string, { parts, links }: Compounding): string | undefined {
  for (const link of links) {
    if (!beginning.endsWith(link)) continue;
    const part = link === '' ? beginning : beginning.slice(0, -link.length);
    if (parts.has(part)) return part;
  }
  return parts.has(`${beginning}e`) ? `${beginning}e` : undefined;
}
