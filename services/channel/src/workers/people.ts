/**
 * Follows changes of people (events `user-admin.user.*`). Subscribes a new person to the first channels, once. Removes
 * deactivated people from the lists and counts of subscribers, and adds them again when they are reactivated. `roles.ts` handles
 * new roles.
 */
import { required } from '@parley/core';
import { emitAll, type Queryable } from '@parley/db';
import type { FollowedEvent } from '@parley/event-log';
import { createScope, retryOnConflict, type Scope, type User } from '@parley/facts';
import type { Invitation } from '@parley/proto/events/v1/facts';
import { backgroundCall } from '@parley/rpc';
import type { ChannelId } from '@parley/rules';
import type { Ctx } from '../context.ts';
import { type ChannelRow, channelsByIdOrKey, defaultChannels } from '../db/channels.ts';
import { markWelcomed, type PersonRow, personOf, putPerson, setSubscriptionsActive } from '../db/people.ts';
import { subscriptionsOf, takeBoundary } from '../db/subscriptions.ts';
import { type Holders, noHolders } from '../domain/audience.ts';
import { isGuest } from '../domain/permissions.ts';
import { peersChanged } from '../events/peers-changed.ts';
import { holdersOf } from '../facts/holders.ts';
import { invitableBy } from '../facts/invitable.ts';
import { recordSubscribeMetrics, subscribePeople } from '../subscribing/apply-subscribe.ts';
import { postingRuleOf } from '../view/channel-json.ts';
import { changeRole } from './roles.ts';

/** Handles an event of the log. It is idempotent. */
export async function followPeople(ctx: Ctx, followed: FollowedEvent, signal: AbortSignal): Promise<void> {
  const { fact } = followed;
  if (fact?.$case !== 'userChanged' || !fact.userChanged.user) return;
  const { user, invitation } = fact.userChanged;
  const scope = createScope(ctx.factCache, backgroundCall({ signal }));
  const known = await personOf(ctx.db, user.userId);
  if (known && known.isActive !== user.isActive) await changeActivity(ctx, user, scope);
  else if (known && known.role !== user.role) await changeRole(ctx, user, known.role, scope);
  else if (isToBeWelcomed(user, known)) {
    await welcome(ctx, user, await givenNow(ctx, invitation, scope), scope);
  } else await ctx.db.tx((tx) => putPerson(tx, user));
}

/** Returns whether a person must still be subscribed to the first channels. Bots and deactivated people are not subscribed. */
const isToBeWelcomed = (user: User, known: PersonRow | undefined): boolean =>
  user.isActive && !user.isBot && !user.isSystemBot && !known?.isWelcomed;

/** Otherwise people who were put out of a channel could come back with an earlier link. */
async function givenNow(
  ctx: Ctx,
  invitation: Invitation | undefined,
  scope: Scope,
): Promise<Invitation | undefined> {
  if (invitation?.inviterId === undefined || invitation.channelIds.length === 0) return invitation;
  const owners = scope.askingOwners();
  const inviter = await owners.users.get(invitation.inviterId);
  const invitable = inviter && (await invitableBy(ctx, inviter, invitation.channelIds, owners));
  const channelIds = invitation.channelIds.filter((id) => invitable?.channelIds.has(id));
  return { ...invitation, channelIds };
}

/** Of the invitation, and the default ones. Guests get these only if the invitation includes them. */
async function firstChannels(
  db: Queryable,
  user: User,
  invitation: Invitation | undefined,
): Promise<ChannelRow[]> {
  const invited = await channelsByIdOrKey(db, invitation?.channelIds ?? [], []);
  const getsDefaults = invitation ? invitation.includeDefaultChannels : !isGuest(user);
  const defaults = getsDefaults ? await defaultChannels(db) : [];
  const byId = new Map([...invited, ...defaults].map((row) => [row.channelId, row]));
  return [...byId.values()].filter((row) => !row.isArchived);
}

async function welcome(
  ctx: Ctx,
  user: User,
  invitation: Invitation | undefined,
  scope: Scope,
): Promise<void> {
  const ruleOf = await postingRuleOf(scope);
  // `holdersOf` calls other services. It runs before the transaction, because nobody can send a message while the lock of
  // `takeBoundary` is held.
  const holders = new Map<ChannelId, Holders>();
  for (const row of await firstChannels(ctx.db, user, invitation)) {
    holders.set(row.channelId, await holdersOf(ctx, row, scope));
  }
  const joined = await ctx.db.tx(async (tx) => {
    const boundary = await takeBoundary(tx);
    await putPerson(tx, user);
    // The caller checked `isWelcomed` before this transaction. Another replica may have welcomed the person in the meantime.
    if ((await personOf(tx, user.userId))?.isWelcomed) return [];
    await markWelcomed(tx, user.userId);
    const channels = await firstChannels(tx, user, invitation);
    return subscribePeople(tx, {
      channels,
      created: [],
      people: [user],
      colorOf: () => null,
      holdersOf: (row) => holders.get(row.channelId) ?? noHolders,
      boundary,
      ruleOf,
      traceparent: undefined,
      actorId: 0,
      announce: false,
      notify: false,
    });
  });
  recordSubscribeMetrics(ctx, { created: 0, joined });
}

/** For a reactivated or deactivated person. Everyone who may see the channels receives them. */
async function changeActivity(ctx: Ctx, user: User, scope: Scope): Promise<void> {
  await retryOnConflict(
    scope,
    async (current) => {
      // `holdersOf` calls other services. It runs before the transaction, because nobody can send a message while the lock of
      // `takeBoundary` is held.
      const read = new Map<ChannelId, { revision: number; holders: Holders }>();
      for (const row of await subscriptionsOf(ctx.db, user.userId, currentOnly)) {
        read.set(row.channelId, { revision: row.revision, holders: await holdersOf(ctx, row, current) });
      }
      return ctx.db.tx(async (tx) => {
        await takeBoundary(tx);
        // When a channel has changed since it was read, other people may see it now. Then everything is looked up again.
        const present = await subscriptionsOf(tx, user.userId, currentOnly);
        if (present.some((row) => read.get(row.channelId)?.revision !== row.revision)) return undefined;
        await putPerson(tx, user);
        const channels = await setSubscriptionsActive(tx, user.userId, user.isActive);
        await emitAll(
          tx,
          channels.map((row) =>
            peersChanged(
              row,
              required(read.get(row.channelId), 'holders of a channel').holders,
              user.userId,
              user.isActive,
            ),
          ),
        );
        return true;
      });
    },
    { onConflict: ctx.telemetry.conflict },
  );
}

/** Selects current subscriptions, including those of archived channels. */
const currentOnly = { withArchived: true, withLeft: false };
