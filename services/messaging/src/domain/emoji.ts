import { errors } from '@parley/core';
import { unicodeEmoji } from '@parley/markdown';

const reactionTypes = ['unicode_emoji', 'realm_emoji', 'zulip_extra_emoji'] as const;
export type ReactionType = (typeof reactionTypes)[number];

/** An emoji as reactions store it. */
export type ReactionEmoji = { type: ReactionType; code: string; name: string };

/** What a request says of an emoji: a name, and what the client takes it for. */
export type RequestedEmoji = { name: string; code: string | undefined; type: string | undefined };

/** The one extra emoji that clients know beside Unicode's and the organization's. */
const extra = 'zulip';

/** @throws BAD_REQUEST when the type is none */
export function parseReactionType(type: string | undefined): ReactionType | undefined {
  if (type === undefined) return undefined;
  const known = reactionTypes.find((each) => each === type);
  if (!known) throw errors.badRequest('Invalid emoji type.');
  return known;
}

/**
 * The emoji somebody reacts with.
 * @param ownEmoji ID of the organization's emoji of a name, which hides Unicode's
 * @throws BAD_REQUEST when there is none, or code, type and name are not of one emoji
 */
export function reactionEmoji(
  { name, code, type: asked }: RequestedEmoji,
  ownEmoji: (name: string) => string | undefined,
): ReactionEmoji {
  const type = parseReactionType(asked);
  const found = named(name, type, ownEmoji);
  if (!found) {
    throw errors.badRequest(type === undefined ? `Emoji '${name}' does not exist` : 'Invalid emoji name');
  }
  if (code !== undefined && code !== found.code) throw errors.badRequest('Invalid emoji code');
  return found;
}

function named(
  name: string,
  type: ReactionType | undefined,
  ownEmoji: (name: string) => string | undefined,
): ReactionEmoji | undefined {
  const may = (candidate: ReactionType) => type === undefined || type === candidate;
  if (may('realm_emoji')) {
    const id = ownEmoji(name);
    if (id !== undefined) return { type: 'realm_emoji', code: id, name };
  }
  if (may('zulip_extra_emoji') && name === extra) return { type: 'zulip_extra_emoji', code: extra, name };
  const code = may('unicode_emoji') ? unicodeEmoji(name) : undefined;
  return code === undefined ? undefined : { type: 'unicode_emoji', code, name };
}
