/** Returns a text on one line. Line breaks, control characters and characters that cannot be shown become blanks. */
export const oneLine = (text: string): string =>
  text.replaceAll(/[\s\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]+/gu, ' ').trim();
