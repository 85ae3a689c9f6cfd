import { errors, errorText } from '@parley/core';

export const maxAlertWords = 200;
const maxLength = 100;

/** Returns the words without blanks around them, and without empty words. @throws BAD_REQUEST when a word is too long */
export function checkAlertWords(given: readonly string[]): string[] {
  given.forEach((word, index) => {
    if ([...word].length > maxLength) {
      throw errors.badRequest(
        errorText('{parameter} is too long (limit: {limit} characters)', {
          parameter: `alert_words[${index}]`,
          limit: maxLength,
        }),
      );
    }
  });
  return given.map((word) => word.trim()).filter((word) => word !== '');
}
