/** Matches texts without visible characters: white space, separators, format characters and fillers. */
const showsNothing = /^[\p{White_Space}\p{Z}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/**
 * Returns whether a text has a visible character. Joiners and other format characters are needed next to visible characters, in
 * emoji and several scripts, but alone they show nothing.
 */
export const hasVisibleText = (text: string): boolean => !showsNothing.test(text);

/**
 * Matches characters that names and topics must not contain, because they show nothing, move the text around them, or start a line:
 * two different names would look alike. Joiners, variation selectors and direction marks are no such characters: emoji and several
 * scripts need them.
 */
export const hiddenCharacter =
  /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}\u00ad\u115f\u1160\u17b4\u17b5\u180e\u200b\u202a-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff9-\ufffb]/u;

/** Returns a text without hidden characters, for names and topics that come from elsewhere, such as the subjects of mails. */
export const withoutHidden = (text: string): string => text.replaceAll(new RegExp(hiddenCharacter, 'gu'), '');

/** Returns the length of a text in Unicode code points. */
export function codePoints(text: string): number {
  let count = text.length;
  for (let at = 0; at < text.length - 1; at++) {
    const unit = text.charCodeAt(at);
    if (unit >= 0xd800 && unit <= 0xdbff) {
      const next = text.charCodeAt(at + 1);
      if (next >= 0xdc00 && next <= 0xdfff) {
        count--;
        at++;
      }
    }
  }
  return count;
}

const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
/** Number of UTF-16 code units around a cut in which the beginning of a character is looked for. */
const characterWindow = 100;

/**
 * Shortens a text to at most `limit` code points, including the note at its end. The cut is between characters as people see them,
 * such as an emoji of several code points. A text within the limit is returned unchanged.
 */
export function shorten(text: string, limit: number, note: string): string {
  if (text.length <= limit || codePoints(text) <= limit) return text;
  const end = indexOfCodePoint(text, Math.max(0, limit - codePoints(note)));
  const start = Math.max(0, end - characterWindow);
  const character = characters.segment(text.slice(start, end + characterWindow)).containing(end - start);
  // A character that begins before the window is cut: no real one is this long.
  const isInWindow = character !== undefined && (character.index > 0 || start === 0);
  const cut = isInWindow ? start + character.index : end;
  return text.slice(0, cut) + note;
}

/** Returns the index of the code unit at which the code point with the given number begins. */
function indexOfCodePoint(text: string, number: number): number {
  let at = 0;
  for (let count = 0; count < number && at < text.length; count++)
    at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
  return at;
}
