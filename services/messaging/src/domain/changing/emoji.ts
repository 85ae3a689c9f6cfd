import { errors, errorText } from '@parley/core';
import { isUnicodeEmoji, unicodeEmoji } from '@parley/markdown';

const reactionTypes = ['unicode_emoji', 'realm_emoji', 'zulip_extra_emoji'] as const;
export type ReactionType = (typeof reactionTypes)[number];

export type ReactionEmoji = { type: ReactionType; code: string; name: string };

/** An emoji in the form of a request. Clients may leave out code and type. */
export type RequestedEmoji = { name: string; code: string | undefined; type: string | undefined };

/** The code of the only emoji that is neither a Unicode emoji nor one of the organization. */
const extra = 'zulip';

export function parseReactionType(type: string | undefined): ReactionType | undefined {
  if (type === undefined) return undefined;
  const known = reactionTypes.find((each) => each === type);
  if (!known) throw errors.badRequest('Invalid emoji type.');
  return known;
}

/**
 * Finds the emoji of a request. The code of a Unicode emoji determines the emoji if the name is one of its names, even if the
 * name alone would mean an emoji of the organization. Otherwise the name determines it, and a code must match.
 * @param ownEmoji returns the ID of the organization's emoji with a name; it takes precedence over a Unicode emoji
 * @throws BAD_REQUEST when there is none, or when code, type and name do not belong to one emoji
 */
export function reactionEmoji(
  { name, code, type: requested }: RequestedEmoji,
  ownEmoji: (name: string) => string | undefined,
): ReactionEmoji {
  const type = parseReactionType(requested);
  const accepts = (candidate: ReactionType) => type === undefined || type === candidate;
  if (code !== undefined && accepts('unicode_emoji') && isUnicodeEmoji(code, name)) {
    return { type: 'unicode_emoji', code, name };
  }
  const found = findEmoji(name, accepts, ownEmoji);
  if (!found) {
    throw errors.badRequest(
      type === undefined ? errorText("Emoji '{name}' does not exist", { name }) : 'Invalid emoji name',
    );
  }
  if (code !== undefined && code !== found.code) throw errors.badRequest('Invalid emoji code');
  return found;
}

function findEmoji(
  name: string,
  accepts: (type: ReactionType) => boolean,
  ownEmoji: (name: string) => string | undefined,
): ReactionEmoji | undefined {
  if (accepts('realm_emoji')) {
    const id = ownEmoji(name);
    if (id !== undefined) return { type: 'realm_emoji', code: id, name };
  }
  if (accepts('zulip_extra_emoji') && name === extra) return { type: 'zulip_extra_emoji', code: extra, name };
  const code = accepts('unicode_emoji') ? unicodeEmoji(name) : undefined;
  return code === undefined ? undefined : { type: 'unicode_emoji', code, name };
}
