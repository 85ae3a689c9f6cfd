/** Rules for the organization's custom emoji (docs/api/organization.md#custom-emoji). */
import type { Emoji } from '@parley/api';
import { errors, errorText } from '@parley/core';
import { unicodeEmoji } from '@parley/markdown';
import type { UserId } from '@parley/rules';
import { isAdministrator } from '../../kernel/domain/authority.ts';
import type { Person } from '../../kernel/domain/person.ts';

export type CustomEmoji = {
  id: number;
  name: string;
  path: string;
  stillPath: string | null;
  authorId: UserId | null;
  isDeactivated: boolean;
};

/** Maximum number of emoji, including deactivated ones. It is limited because clients get all of them. */
const maxEmoji = 1_500;

/** Returns an emoji in the form of the API and its events. */
export const presentEmoji = (emoji: CustomEmoji): Emoji => ({
  id: String(emoji.id),
  name: emoji.name,
  source_url: emoji.path,
  still_url: emoji.stillPath,
  deactivated: emoji.isDeactivated,
  author_id: emoji.authorId,
});

export const presentEmojiById = (all: readonly CustomEmoji[]): Record<string, Emoji> =>
  Object.fromEntries(all.map((emoji) => [emoji.id, presentEmoji(emoji)]));

/**
 * Checks the name of a new emoji, and returns it in normalized form. Only administrators may use the name of a Unicode emoji.
 * @throws BAD_REQUEST for an invalid or taken name, and when there are too many emoji
 */
export function checkNewEmoji(
  given: string,
  caller: Pick<Person, 'role' | 'isActive'>,
  all: readonly CustomEmoji[],
): string {
  const name = given.trim().toLowerCase().replaceAll(' ', '_');
  if (name === '') throw errors.badRequest('Emoji name is missing');
  if (name.length > 100 || !/^[0-9a-z._-]+$/.test(name)) {
    throw errors.badRequest(
      'Emoji names must contain only lowercase English letters, digits, spaces, dashes, underscores, and periods.',
    );
  }
  if (!/[0-9a-z]$/.test(name)) throw errors.badRequest('Emoji names must end with either a letter or digit.');
  if (all.some((emoji) => emoji.name === name && !emoji.isDeactivated)) {
    throw errors.badRequest('A custom emoji with this name already exists.');
  }
  if (unicodeEmoji(name) !== undefined && !isAdministrator(caller)) {
    throw errors.badRequest('Only administrators can override default emoji.');
  }
  if (all.length >= maxEmoji)
    throw errors.badRequest(errorText('At most {limit} custom emoji are possible.', { limit: maxEmoji }));
  return name;
}

/** Administrators may remove any emoji, and others only their own. @throws BAD_REQUEST otherwise */
export function decideRemoveEmoji(name: string, caller: Person, all: readonly CustomEmoji[]): CustomEmoji {
  const emoji = all.find((each) => each.name === name && !each.isDeactivated);
  if (!emoji) throw errors.missing(errorText("Emoji '{name}' does not exist", { name }));
  if (!isAdministrator(caller) && emoji.authorId !== caller.userId) {
    throw errors.notPermitted('Must be an organization administrator or emoji author');
  }
  return emoji;
}
