import { createStemmer, Languages } from 'multilingual-stemmer';
import { foldWord } from './fold.ts';

/** Languages whose words are stemmed, by their ISO 639-1 code. Each is one that `languagesOf` can detect. */
export const stemmedLanguages = [
  'ar',
  'ca',
  'cs',
  'da',
  'de',
  'el',
  'en',
  'es',
  'et',
  'eu',
  'fa',
  'fi',
  'fr',
  'hi',
  'hu',
  'hy',
  'id',
  'it',
  'lt',
  'nl',
  'no',
  'pl',
  'pt',
  'ro',
  'ru',
  'sr',
  'sv',
  'ta',
  'tr',
] as const;

export type StemmedLanguage = (typeof stemmedLanguages)[number];

/** Names of the languages in the library that stems words. */
export const languageNames: Readonly<Record<StemmedLanguage, keyof typeof Languages>> = {
  ar: 'Arabic',
  ca: 'Catalan',
  cs: 'Czech',
  da: 'Danish',
  de: 'German',
  el: 'Greek',
  en: 'English',
  es: 'Spanish',
  et: 'Estonian',
  eu: 'Basque',
  fa: 'Persian',
  fi: 'Finnish',
  fr: 'French',
  hi: 'Hindi',
  hu: 'Hungarian',
  hy: 'Armenian',
  id: 'Indonesian',
  it: 'Italian',
  lt: 'Lithuanian',
  nl: 'Dutch',
  no: 'Norwegian',
  pl: 'Polish',
  pt: 'Portuguese',
  ro: 'Romanian',
  ru: 'Russian',
  sr: 'Serbian',
  sv: 'Swedish',
  ta: 'Tamil',
  tr: 'Turkish',
};

const scripts: readonly (readonly [pattern: RegExp, languages: ReadonlySet<StemmedLanguage>])[] = [
  [/\p{sc=Arabic}/u, new Set(['ar', 'fa'])],
  [/\p{sc=Cyrillic}/u, new Set(['ru', 'sr'])],
  [/\p{sc=Greek}/u, new Set(['el'])],
  [/\p{sc=Devanagari}/u, new Set(['hi'])],
  [/\p{sc=Armenian}/u, new Set(['hy'])],
  [/\p{sc=Tamil}/u, new Set(['ta'])],
];
const otherScripts = new Set(scripts.flatMap(([, languages]) => [...languages]));
const latin: ReadonlySet<StemmedLanguage> = new Set([
  'sr',
  ...stemmedLanguages.filter((language) => !otherScripts.has(language)),
]);
const none: ReadonlySet<StemmedLanguage> = new Set();

/** Returns the languages whose script a word is written in. */
export function languagesOfScript(small: string): ReadonlySet<StemmedLanguage> {
  const code = small.charCodeAt(0);
  if (code < 0x250 || (code >= 0x1e00 && code < 0x1f00)) return latin;
  return scripts.find(([pattern]) => pattern.test(small))?.[1] ?? none;
}

/** Snowball's algorithms are costly compared with everything else here, and most words of messages are frequent. */
const maxCached = 20_000;

class Stemmer {
  readonly #stem: (word: string) => string;
  readonly #known = new Map<string, string>();

  constructor(language: StemmedLanguage) {
    this.#stem = createStemmer(Languages[languageNames[language]]);
  }

  stem(small: string): string {
    const known = this.#known.get(small);
    if (known !== undefined) return known;
    if (this.#known.size >= maxCached) this.#known.clear();
    const stem = foldWord(this.#stem(small));
    this.#known.set(small, stem);
    return stem;
  }
}

/** Shorter stems of a wrong language would match unrelated words. */
const minStemLength = 3;

const stemmers = new Map<StemmedLanguage, Stemmer>();

/** Returns the folded stem of a word in small letters; undefined when the language has another script, or the stem is too short. */
export function stemOf(small: string, language: StemmedLanguage): string | undefined {
  if (!languagesOfScript(small).has(language)) return undefined;
  let stemmer = stemmers.get(language);
  if (stemmer === undefined) {
    stemmer = new Stemmer(language);
    stemmers.set(language, stemmer);
  }
  const stem = stemmer.stem(small);
  return stem.length < minStemLength ? undefined : stem;
}

/** Returns the stems that a word has in any of the languages, as a search needs them: it does not know the language of texts. */
export function stemsOf(small: string): string[] {
  const stems = new Set<string>();
  const plain = foldWord(small);
  for (const language of languagesOfScript(small)) {
    for (const form of small === plain ? [small] : [small, plain]) {
      const stem = stemOf(form, language);
      if (stem !== undefined) stems.add(stem);
    }
  }
  return [...stems];
}
