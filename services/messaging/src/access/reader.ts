import { errors } from '@parley/core';
import { type LookupOptions, requireCaller, type SubscriptionHistory, type User } from '@parley/directory';
import { User as UserFact } from '@parley/proto/events/v1/facts';
import type { Call } from '@parley/rpc';
import { roles } from '@parley/rules';
import type { Ctx } from '../context.ts';
import { type UnreadScope, unreadScope } from '../domain/unread-scope.ts';
import { formerChannelIds, ownVisibility, type Reader, type Visibility } from '../domain/visibility.ts';

/** The reader of requests without credentials, who may read web-public channels. */
export const spectator: User = UserFact.create({ userId: 0, role: roles.guest, isActive: true });

/** Returns the caller, or a spectator. @throws UNAUTHORIZED where the organization does not admit spectators */
export async function callerOrSpectator(ctx: Ctx, call: Call, options?: LookupOptions): Promise<User> {
  if (call.principal) return await requireCaller(ctx, call, options);
  const { enable_spectator_access: enableSpectatorAccess } = await ctx.directory.organization.settings(
    call,
    options,
  );
  if (!enableSpectatorAccess) throw errors.unauthorized();
  return spectator;
}

/** Loads the facts that decide what a person may read. */
export async function loadReader(
  { directory }: Ctx,
  user: User,
  call: Call,
  options?: LookupOptions,
): Promise<Reader & { user: User }> {
  if (user.userId === spectator.userId) return { user, histories: new Map() };
  return { user, histories: await directory.subscriptions.of(user.userId, call, options) };
}

/** Limits a reader's histories to some channels, which makes statements smaller. */
export function restrictReader<R extends Reader>(reader: R, channelIds: Iterable<number>): R {
  const histories = new Map<number, SubscriptionHistory>();
  for (const channelId of channelIds) {
    const history = reader.histories.get(channelId);
    if (history) histories.set(channelId, history);
  }
  return { ...reader, histories };
}

/** Loads the reader's own history in channels. */
export async function loadOwnVisibility({ directory }: Ctx, reader: Reader, call: Call): Promise<Visibility> {
  const former = formerChannelIds(reader);
  return ownVisibility(reader, former.length > 0 ? await directory.channels.many(former, call) : new Map());
}

/** Loads the scope of messages that can be unread for the reader. */
export async function loadUnreadScope({ directory }: Ctx, reader: Reader, call: Call): Promise<UnreadScope> {
  const subscribed = [...reader.histories.values()].filter(({ isSubscribed }) => isSubscribed);
  const channelIds = subscribed.map(({ channelId }) => channelId);
  return unreadScope(reader, await directory.channels.many(channelIds, call));
}
