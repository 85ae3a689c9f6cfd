import { errors, errorText } from '@parley/core';
import { codePoints, limits } from '@parley/rules';

export const maxAlertWords = 200;

/** Returns the words without blanks around them, and without empty words. @throws BAD_REQUEST when a word is too long */
export function checkAlertWords(given: readonly string[]): string[] {
  given.forEach((word, index) => {
    if (codePoints(word) > limits.alertWordLength) {
      throw errors.badRequest(
        errorText('{parameter} is too long (limit: {limit} characters)', {
          parameter: `alert_words[${index}]`,
          limit: limits.alertWordLength,
        }),
      );
    }
  });
  return given.map((word) => word.trim()).filter((word) => word !== '');
}
