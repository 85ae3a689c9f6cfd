/** Returns a text on one line: line breaks and other characters that no line can show become blanks. */
export const oneLine = (text: string): string =>
  text.replaceAll(/[\s\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]+/gu, ' ').trim();
