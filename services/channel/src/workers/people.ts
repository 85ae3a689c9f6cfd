/**
 * What this service does when people come, go and return (kinds `user-admin.user.*`): default channels for
 * newcomers, once; deactivated people are neither listed nor counted.
 */
import { emitAll, type Queryable } from '@parley/db';
import type { User } from '@parley/directory';
import type { FollowedEvent } from '@parley/event-log';
import type { Invitation } from '@parley/proto/events/v1/facts';
import { backgroundCall, type Call } from '@parley/rpc';
import type { Ctx } from '../context.ts';
import { type ChannelRow, channelsByIdOrKey, defaultChannels } from '../db/channels.ts';
import { markWelcomed, type PersonRow, personOf, putPerson, setPersonActive } from '../db/people.ts';
import { subscriptionsOf, takeBoundary } from '../db/subscriptions.ts';
import { type Holders, noHolders } from '../domain/audience.ts';
import { isGuest } from '../domain/permissions.ts';
import { peersChanged } from '../events/peers-changed.ts';
import { holdersOf } from '../facts/holders.ts';
import { countSubscribed, subscribePeople } from '../subscribing/apply.ts';
import { postingRuleOf } from '../view/channel-json.ts';
import { changeRole } from './roles.ts';

/** Applies one event of the log; may come again. */
export async function followPeople(ctx: Ctx, followed: FollowedEvent, signal: AbortSignal): Promise<void> {
  const { fact } = followed;
  if (fact?.$case !== 'userChanged' || !fact.userChanged.user) return;
  const { user, invitation } = fact.userChanged;
  const call = backgroundCall({ signal });
  const known = await personOf(ctx.db, user.userId);
  if (known && known.isActive !== user.isActive) await changeActivity(ctx, user, call);
  else if (known && known.role !== user.role) await changeRole(ctx, user, known.role, call);
  else if (isToBeWelcomed(user, known)) await welcome(ctx, user, invitation, call);
  else await ctx.db.tx((tx) => putPerson(tx, user));
}

/** Bots see what they are added to. */
const isToBeWelcomed = (user: User, known: PersonRow | undefined): boolean =>
  user.isActive && !user.isBot && !user.isSystemBot && !known?.isWelcomed;

/** What somebody new is subscribed to. Guests see what they are invited to and get no default channels unasked. */
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

async function welcome(ctx: Ctx, user: User, invitation: Invitation | undefined, call: Call): Promise<void> {
  const ruleOf = await postingRuleOf(ctx.directory.groups, call);
  // Asked before the transaction: nobody waits for the order lock while another service answers.
  const holders = new Map<number, Holders>();
  for (const row of await firstChannels(ctx.db, user, invitation)) {
    holders.set(row.channelId, await holdersOf(ctx, row, call));
  }
  const joined = await ctx.db.tx(async (tx) => {
    const boundary = await takeBoundary(tx);
    await putPerson(tx, user);
    // Another replica's delivery of the same event may have been faster.
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
  countSubscribed(ctx, { created: 0, joined });
}

/** A person was deactivated or has returned: those who may know of their channels hear of it as of a peer. */
async function changeActivity(ctx: Ctx, user: User, call: Call): Promise<void> {
  for (;;) {
    // Asked before the transaction: nobody waits for the order lock while another service answers.
    const known = new Map<number, { revision: number; holders: Holders }>();
    const subscriptions = await subscriptionsOf(ctx.db, user.userId, { withArchived: true, withLeft: false });
    for (const row of subscriptions) {
      known.set(row.channelId, { revision: row.revision, holders: await holdersOf(ctx, row, call) });
    }
    const isDone = await ctx.db.tx(async (tx) => {
      await takeBoundary(tx);
      // A channel of theirs changed meanwhile, and with it perhaps who may know of it.
      const current = await subscriptionsOf(tx, user.userId, { withArchived: true, withLeft: false });
      if (current.some((row) => known.get(row.channelId)?.revision !== row.revision)) return false;
      await putPerson(tx, user);
      const channels = await setPersonActive(tx, user.userId, user.isActive);
      await emitAll(
        tx,
        channels.map((row) =>
          peersChanged(row, known.get(row.channelId)!.holders, user.userId, user.isActive),
        ),
      );
      return true;
    });
    if (isDone) return;
  }
}
