/** Matches texts without visible characters: white space, separators, format characters and fillers. */
const showsNothing = /^[\p{White_Space}\p{Z}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/**
 * Returns whether a text has a visible character. Joiners and other format characters are needed next to visible characters, in
 * emoji and several scripts, but alone they show nothing.
 */
export const hasVisibleText = (text: string): boolean => !showsNothing.test(text);

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
