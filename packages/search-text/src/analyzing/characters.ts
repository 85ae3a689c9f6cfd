/** The roles that characters play in the segmentation of a text. */
export const Role = {
  separator: 1,
  letter: 2,
  digit: 3,
  /** Belongs to the character before it. */
  mark: 4,
  /** Invisible inside words, such as a soft hyphen. */
  ignored: 5,
  /** A letter of a script that is searched by pairs of characters. */
  pair: 6,
  /** A number that is no decimal digit, such as ² or ½. It is a word of its own. */
  number: 7,
  apostrophe: 8,
  /** Punctuation that joins the parts of addresses, paths and identifiers. */
  joiner: 9,
  emoji: 10,
} as const;

export type Role = (typeof Role)[keyof typeof Role];

const apostrophes = new Set("'’‘‛ʼʻʹ′`´＇՚׳״ꞌ");
const joiners = new Set('-_./@:+#&\\~=,‐‑־');

/**
 * Scripts without blanks between words, and Korean, where particles are attached to words. Pairs of characters find the words
 * in them without a dictionary.
 */
const pairScript =
  /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Bopo}\p{scx=Yi}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}\p{sc=Tale}\p{sc=Talu}\p{sc=Lana}\p{sc=Tavt}\p{sc=Java}\p{sc=Tang}\p{sc=Nshu}\p{sc=Kits}]/u;
/** Vowels and final consonants of Korean syllables, and half-width voice marks, follow another letter. */
const trailingLetter = /[\u1160-\u11ff\ud7b0-\ud7ff\uff9e\uff9f]/u;

function classify(character: string): Role {
  if (apostrophes.has(character)) return Role.apostrophe;
  if (joiners.has(character)) return Role.joiner;
  if (character === '\u200b') return Role.separator;
  if (trailingLetter.test(character) || /\p{M}/u.test(character)) return Role.mark;
  if (/\p{Cf}/u.test(character)) return Role.ignored;
  if (/[\p{ExtPict}\p{RI}]/u.test(character)) return Role.emoji;
  if (/\p{Nd}/u.test(character)) return Role.digit;
  if (/[\p{L}\p{Nl}]/u.test(character)) return pairScript.test(character) ? Role.pair : Role.letter;
  if (/\p{N}/u.test(character)) return Role.number;
  return Role.separator;
}

// Roles of the basic plane, found when first needed, because classifying all of them would delay the start.
const known = new Uint8Array(0x10000);

export function roleOf(point: number): Role {
  if (point > 0xffff) return classify(String.fromCodePoint(point));
  const role = known[point];
  if (role) return role as Role;
  const found = classify(String.fromCharCode(point));
  known[point] = found;
  return found;
}
