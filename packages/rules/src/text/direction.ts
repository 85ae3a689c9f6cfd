/** In which direction a text is written, by its letters. */

export type Direction = 'ltr' | 'rtl';

/** Letters of scripts that are written from right to left, and U+200F, which counts as one. */
const rightToLeft = /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const strong = /[\p{L}\u200e\u200f]/u;

/** Returns whether a text has letters that are written from right to left. Most texts have none. */
export const hasRightToLeft = (text: string): boolean => rightToLeft.test(text);

/** Returns the direction of the first letter of a text; undefined without letters. */
export function firstDirection(text: string): Direction | undefined {
  const letter = strong.exec(text)?.[0];
  if (letter === undefined) return undefined;
  return rightToLeft.test(letter) ? 'rtl' : 'ltr';
}
