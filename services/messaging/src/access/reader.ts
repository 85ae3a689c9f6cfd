import { errors } from '@parley/core';
import type { Scope, SubscriptionHistory, User } from '@parley/directory';
import { User as UserFact } from '@parley/proto/events/v1/facts';
import { roles } from '@parley/rules';
import { type UnreadScope, unreadScope } from '../domain/unread-scope.ts';
import { formerChannelIds, ownVisibility, type Reader, type Visibility } from '../domain/visibility.ts';

/** The reader of requests without credentials, who may read web-public channels. */
export const spectator: User = UserFact.create({ userId: 0, role: roles.guest, isActive: true });

/**
 * Returns the caller, or the spectator when the request has no credentials.
 * @throws UNAUTHORIZED when the organization does not allow spectators
 */
export async function callerOrSpectator(scope: Scope): Promise<User> {
  if (scope.call.principal) return await scope.caller();
  const { enable_spectator_access: enableSpectatorAccess } = await scope.settings();
  if (!enableSpectatorAccess) throw errors.unauthorized();
  return spectator;
}

/** Loads the role and the subscription histories of a person, which decide what the person may read. */
export async function loadReader(user: User, scope: Scope): Promise<Reader & { user: User }> {
  if (user.userId === spectator.userId) return { user, histories: new Map() };
  return { user, histories: await scope.subscriptions(user.userId) };
}

/** Returns the reader with the subscription histories of these channels only, which makes SQL statements smaller. */
export function restrictReader<R extends Reader>(reader: R, channelIds: Iterable<number>): R {
  const histories = new Map<number, SubscriptionHistory>();
  for (const channelId of channelIds) {
    const history = reader.histories.get(channelId);
    if (history) histories.set(channelId, history);
  }
  return { ...reader, histories };
}

/** Loads the periods of channels during which the reader was subscribed, as far as the reader may still read them. */
export async function loadOwnVisibility(reader: Reader, scope: Scope): Promise<Visibility> {
  const former = formerChannelIds(reader);
  return ownVisibility(reader, former.length > 0 ? await scope.channels.many(former) : new Map());
}

/** Loads the scope of messages that can be unread for the reader. */
export async function loadUnreadScope(reader: Reader, scope: Scope): Promise<UnreadScope> {
  const subscribed = [...reader.histories.values()].filter(({ isSubscribed }) => isSubscribed);
  const channelIds = subscribed.map(({ channelId }) => channelId);
  return unreadScope(reader, await scope.channels.many(channelIds));
}
