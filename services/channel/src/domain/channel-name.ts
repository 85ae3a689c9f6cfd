import { errors, errorText } from '@parley/core';
import { codePoints, hasVisibleText, hiddenCharacter, limits } from '@parley/rules';

/** Matches direction marks, and code points without a meaning: those for private use and unassigned ones. */
const withoutMeaning = /[\p{Co}\p{Cn}\u061c\u200e\u200f]/u;

/** Trimmed, in Unicode form NFC. @throws BAD_REQUEST when it is empty, too long, or has a forbidden character */
export function parseChannelName(given: string): string {
  const name = given.trim().normalize('NFC');
  if (!hasVisibleText(name)) throw errors.badRequest("Channel name can't be empty.");
  if (codePoints(name) > limits.channelNameLength) {
    throw errors.badRequest(
      errorText('Channel name too long (limit: {limit} characters).', { limit: limits.channelNameLength }),
    );
  }
  let position = 0;
  for (const character of name) {
    position++;
    if (hiddenCharacter.test(character) || withoutMeaning.test(character)) {
      throw errors.badRequest(
        errorText('Invalid character in channel name, at position {position}.', { position }),
      );
    }
  }
  return name;
}

/** In one line, in Unicode form NFC. @throws BAD_REQUEST when it is too long or contains a null byte */
export function parseDescription(given: string): string {
  const description = given
    .replaceAll(/\s*[\r\n]+\s*/g, ' ')
    .trim()
    .normalize('NFC');
  if (description.includes('\0')) throw errors.badRequest('The description has a null byte.');
  if (codePoints(description) > limits.channelDescriptionLength) {
    throw errors.badRequest(
      errorText('{parameter} is too long (limit: {limit} characters)', {
        parameter: 'description',
        limit: limits.channelDescriptionLength,
      }),
    );
  }
  return description;
}
