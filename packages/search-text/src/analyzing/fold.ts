const ascii = /^[\0-\x7f]*$/;
/** Matches letters that full case folding still changes after they are small, such as ß and ς. */
const unfolded = /\p{CWCF}/gu;
/**
 * Matches marks that do not distinguish words for a search: accents, vowel points of Arabic and Hebrew, the nukta of Devanagari, which is often
 * left out, variation selectors.
 */
const marks =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: it lists marks, each by itself
  /[\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed\u0711\u0730-\u074a\u093c\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f\u{e0100}-\u{e01ef}]/gu;
/** Matches characters that are invisible or only lengthen a word. */
const invisible = /\u034f|[\p{Cf}\u0640\u115f\u1160\u3164\uffa0]/gu;

/** Letters that are written differently and searched alike. They have no decomposition in Unicode. */
const alike: Readonly<Record<string, string>> = {
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  ŧ: 't',
  ŋ: 'n',
  ĸ: 'q',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ى: 'ي',
  ی: 'ي',
  ے: 'ي',
  ة: 'ه',
  ہ: 'ه',
  ھ: 'ه',
  ک: 'ك',
  ٱ: 'ا',
};
const alikeLetters = new RegExp(`[${Object.keys(alike).join('')}]`, 'gu');

/** Returns the value of a decimal digit. Unicode's decimal digits come in runs of ten. */
function digitValue(digit: string): string {
  let point = digit.codePointAt(0) ?? 0;
  let before = 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(--point))) before++;
  return String(before % 10);
}

/** Returns a word in small letters, composed, with its accents: the form from which stems are made. */
export const smallLetters = (word: string): string =>
  ascii.test(word) ? word.toLowerCase() : word.replace(invisible, '').normalize('NFKC').toLowerCase();

/** Folded forms of single characters of scripts without blanks. */
const foldedCharacters = new Map<string, string>();
const maxFoldedCharacters = 20_000;

/** Returns the folded form of a character with its marks. There are few different ones. */
export function foldCharacter(character: string): string {
  const known = foldedCharacters.get(character);
  if (known !== undefined) return known;
  const folded = foldWord(character);
  if (foldedCharacters.size >= maxFoldedCharacters) foldedCharacters.clear();
  foldedCharacters.set(character, folded);
  return folded;
}

/**
 * Returns the form by which words are compared: without case, accents, width, forms of Arabic letters and invisible characters.
 * The breve of й stays, because it is a letter of its own that stands in many endings.
 */
export function foldWord(word: string): string {
  if (ascii.test(word)) return word.toLowerCase();
  const folded = word
    .normalize('NFKD')
    .replace(invisible, '')
    .toLowerCase()
    .replace(unfolded, (letter) => letter.toUpperCase().toLowerCase())
    .normalize('NFKD')
    .replaceAll('и\u0306', 'й')
    .replace(marks, '')
    .replace(alikeLetters, (letter) => alike[letter] ?? letter)
    .replace(/[^\P{Nd}0-9]/gu, digitValue)
    // Some letters are compatible with several words or with a blank and a mark.
    .replace(/\s/gu, '');
  return folded.normalize('NFC');
}
