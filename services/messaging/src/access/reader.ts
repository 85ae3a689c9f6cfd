import { type Visitor, visitor } from '@parley/core';
import type { Scope, SubscriptionHistory, User } from '@parley/facts';
import type { ChannelId } from '@parley/rules';
import { type UnreadScope, unreadScope } from '../domain/reading/unread-scope.ts';
import {
  formerChannelIds,
  ownVisibility,
  type Reader,
  type Visibility,
} from '../domain/reading/visibility.ts';

export type ReaderOf<U extends User | Visitor> = Reader & { user: U };

export async function loadReader<U extends User | Visitor>(user: U, scope: Scope): Promise<ReaderOf<U>> {
  return { user, histories: user === visitor ? new Map() : await scope.subscriptions(user.userId) };
}

/** Returns the reader with the subscription histories of these channels only, which makes SQL statements smaller. */
export function restrictReader<R extends Reader>(reader: R, channelIds: Iterable<ChannelId>): R {
  const histories = new Map<number, SubscriptionHistory>();
  for (const channelId of channelIds) {
    const history = reader.histories.get(channelId);
    if (history) histories.set(channelId, history);
  }
  return { ...reader, histories };
}

export async function loadOwnVisibility(reader: Reader, scope: Scope): Promise<Visibility> {
  const former = formerChannelIds(reader);
  return ownVisibility(reader, former.length > 0 ? await scope.channels.many(former) : new Map());
}

export async function loadUnreadScope(reader: Reader, scope: Scope): Promise<UnreadScope> {
  const subscribed = [...reader.histories.values()].filter(({ isSubscribed }) => isSubscribed);
  const channelIds = subscribed.map(({ channelId }) => channelId);
  return unreadScope(reader, await scope.channels.many(channelIds));
}
