import { type SearchWord, type StemmedLanguage, stemsOfForms, termsOfStem } from '@parley/search-text';

/** Shorter words have too many neighbours that mean something else. */
const minLength = 6;
/** Maximum number of spellings that one search tries. */
const maxSpellings = 2_500;

/** Letters that may replace or join those of a word, by script, in their folded form. */
const alphabets: readonly [RegExp, string][] = [
  [/^[a-z0-9]+$/, 'abcdefghijklmnopqrstuvwxyz'],
  [/^[\u0400-\u04ff]+$/, 'абвгдежзийклмнопрстуфхцчшщъыьэюяіїєґ'],
  [/^[\u0370-\u03ff]+$/, 'αβγδεζηθικλμνξοπρστυφχψω'],
  [/^[\u0600-\u06ff]+$/, 'ابتثجحخدذرزسشصضطظعغفقكلمنهويءئؤپچژگ'],
  [/^[\u0590-\u05ff]+$/, 'אבגדהוזחטיכךלמםנןסעפףצץקרשת'],
  [/^[\u0530-\u058f]+$/, 'աբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆ'],
  [/^[\u10a0-\u10ff]+$/, 'აბგდევზთიკლმნოპჟრსტუფქღყშჩცძწჭხჯჰ'],
  [/^[\u0900-\u097f]+$/, 'अआइईउऊएऐओऔकखगघचछजझटठडढणतथदधनपफबभमयरलवशषसह'],
];

/** Another spelling of a word, and a term by which the index may have it. */
export type Correction = { term: string; spelling: string };

/** Other spellings of words, by the folded form of the word. */
export type Corrections = ReadonlyMap<string, readonly Correction[]>;

/** Shorter stems mean too much. A stem also has at least this share of its word. */
const minStemLength = 4;
const minStemShare = 0.5;

/** Returns whether any of the words may be misspelt: has six letters and more, and is outside of quotes. */
export const mayBeMisspelt = (words: readonly SearchWord[]): boolean => words.some(isCorrectable);

/**
 * Returns the spellings of words that differ from them by one typing error: a letter too many, too few or another one, or two letters
 * in the wrong order.
 */
export const spellingsOf = (words: readonly SearchWord[]): Corrections =>
  correctionsOf(words, (spellings) => spellings.map((spelling) => ({ term: spelling, spelling })));

/**
 * Returns the stems of these spellings in some languages: a word that is misspelt is found in its other forms, too. Stems that the word
 * itself has are left out, because a search looks for them anyway.
 */
export const formsOfSpellings = (
  words: readonly SearchWord[],
  languages: ReadonlySet<StemmedLanguage>,
): Corrections =>
  correctionsOf(words, (spellings, word) => {
    const own = new Set(stemsOfForms(word));
    const minLength = Math.max(minStemLength, [...word].length * minStemShare);
    const byStem = new Map<string, string>();
    // Of several spellings with one stem, the shortest is what was probably meant.
    for (const spelling of spellings.toSorted((a, b) => a.length - b.length)) {
      for (const stem of stemsOfForms(spelling, languages)) {
        const isUseful = [...stem].length >= minLength && !own.has(stem);
        if (isUseful && !byStem.has(stem)) byStem.set(stem, spelling);
      }
    }
    return Array.from(byStem, ([stem, spelling]) =>
      termsOfStem(stem).map((term) => ({ term, spelling })),
    ).flat();
  });

/** Returns the corrections of either kind. */
export const bothCorrections = (some: Corrections, others: Corrections): Corrections =>
  new Map(
    [...new Set([...some.keys(), ...others.keys()])].map((word) => [
      word,
      [...(some.get(word) ?? []), ...(others.get(word) ?? [])],
    ]),
  );

/** Returns the corrections of those words that have any, as many as one search may try. */
function correctionsOf(
  words: readonly SearchWord[],
  correct: (spellings: readonly string[], word: string) => readonly Correction[],
): Corrections {
  const corrections = new Map<string, readonly Correction[]>();
  let count = 0;
  for (const word of words) {
    if (!isCorrectable(word) || corrections.has(word.literal)) continue;
    const found = correct(neighbours(word.literal), word.literal);
    count += found.length;
    if (count > maxSpellings) break;
    if (found.length > 0) corrections.set(word.literal, found);
  }
  return corrections;
}

const alphabetOf = (word: string): string | undefined => alphabets.find(([script]) => script.test(word))?.[1];

const isCorrectable = ({ literal, quoted, excluded }: SearchWord): boolean =>
  !quoted && !excluded && [...literal].length >= minLength && alphabetOf(literal) !== undefined;

function neighbours(word: string): string[] {
  const letters = [...word];
  const alphabet = alphabetOf(word) ?? '';
  const found = new Set<string>();
  const join = (before: number, middle: string, after: number) =>
    found.add(letters.slice(0, before).join('') + middle + letters.slice(after).join(''));
  for (let at = 0; at <= letters.length; at++) {
    for (const letter of alphabet) join(at, letter, at);
    if (at === letters.length) break;
    join(at, '', at + 1);
    for (const letter of alphabet) join(at, letter, at + 1);
    const [here, next] = letters.slice(at, at + 2);
    if (here !== undefined && next !== undefined) join(at, next + here, at + 2);
  }
  found.delete(word);
  return [...found];
}
