/** Whether a text shows anything at all: not when it is made of blanks and characters that are never drawn. */
export const isVisible = (text: string): boolean =>
  !/^[\p{White_Space}\p{Default_Ignorable_Code_Point}\u2800]*$/u.test(text);
