/** Returns a text on one line. Each run of white space, control characters and characters that cannot be shown becomes a blank. */
export const oneLine = (text: string): string =>
  text.replaceAll(/[\s\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]+/gu, ' ').trim();
