import type { SearchWord } from '@parley/search-text';

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

/**
 * Returns the spellings of words that differ from them by one typing error: a letter too many, too few or another one, or two letters
 * in the wrong order. Only words of six letters and more, outside of quotes, have any.
 */
export function spellingsOf(words: readonly SearchWord[]): Map<string, string[]> {
  const spellings = new Map<string, string[]>();
  let count = 0;
  for (const { literal, quoted, excluded } of words) {
    if (quoted || excluded || spellings.has(literal)) continue;
    const found = neighbours(literal);
    count += found.length;
    if (count > maxSpellings) break;
    if (found.length > 0) spellings.set(literal, found);
  }
  return spellings;
}

function neighbours(word: string): string[] {
  const letters = [...word];
  const alphabet = alphabets.find(([script]) => script.test(word))?.[1];
  if (letters.length < minLength || alphabet === undefined) return [];
  const found = new Set<string>();
  const join = (before: number, middle: string, after: number) =>
    found.add(letters.slice(0, before).join('') + middle + letters.slice(after).join(''));
  for (let at = 0; at <= letters.length; at++) {
    for (const letter of alphabet) join(at, letter, at);
    if (at === letters.length) break;
    join(at, '', at + 1);
    for (const letter of alphabet) join(at, letter, at + 1);
    if (at + 1 < letters.length) join(at, letters[at + 1]! + letters[at]!, at + 2);
  }
  found.delete(word);
  return [...found];
}
