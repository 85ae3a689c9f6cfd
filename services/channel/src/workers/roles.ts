/**
 * A person's role changed: they learn of channels that they may know of now, with who is in them, and lose sight of
 * others; members and above know the default channels, guests do not.
 */
import { errors } from '@parley/core';
import { emitAll, type Tx } from '@parley/db';
import type { User } from '@parley/directory';
import type { Event } from '@parley/proto/events/v1/event';
import type { Call } from '@parley/rpc';
import type { Ctx } from '../context.ts';
import { allChannels, defaultChannels, type RelatedChannel } from '../db/channels.ts';
import { putPerson } from '../db/people.ts';
import { subscriberIdsIn, takeBoundary } from '../db/subscriptions.ts';
import { isGuest, maySeeMetadata, metadataSettings } from '../domain/permissions.ts';
import { channelsHidden, channelsRevealed, peersTo } from '../events/channel-created.ts';
import { defaultChannelsTold } from '../events/default-channels.ts';
import { standings } from '../facts/access.ts';
import { postingRuleOf, type RuleOf } from '../view/channel-json.ts';

/** Times a change is decided anew because channels changed in between. */
const maxAttempts = 5;

/** @param user with the new role. */
export async function changeRole(ctx: Ctx, user: User, roleBefore: number, call: Call): Promise<void> {
  const before = { ...user, role: roleBefore };
  const ruleOf = await postingRuleOf(ctx.directory.groups, call);
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    // Groups are asked for before the transaction: nobody waits for the order lock while another service answers.
    const rows = await allChannels(ctx.db, user.userId, { withArchived: true });
    const asking = rows.filter((row) => row.isPrivate && !row.isSubscribed);
    const stoodIn = await standings(ctx, before, asking, metadataSettings, call);
    const standsIn = await standings(ctx, user, asking, metadataSettings, call);
    const knew = (row: RelatedChannel) => maySeeMetadata(before, row, stoodIn(row));
    const knows = (row: RelatedChannel) => maySeeMetadata(user, row, standsIn(row));
    const told = await ctx.db.tx(async (tx) => {
      await takeBoundary(tx);
      const current = await allChannels(tx, user.userId, { withArchived: true });
      if (!isSame(rows, current)) return false;
      await putPerson(tx, user);
      const revealed = current.filter((row) => knows(row) && !knew(row));
      const hidden = current.filter((row) => knew(row) && !knows(row)).map((row) => row.channelId);
      await emitAll(tx, [
        ...(await revealedTo(tx, user, revealed, ruleOf)),
        ...channelsHidden(hidden, user.userId),
        ...(isGuest(user) === isGuest(before) ? [] : [await defaultsTold(tx, user)]),
      ]);
      return true;
    });
    if (told) return;
  }
  throw errors.unavailable();
}

/** Channels with who is in them: each of these counts. */
async function revealedTo(
  tx: Tx,
  { userId }: User,
  rows: readonly RelatedChannel[],
  ruleOf: RuleOf,
): Promise<Event[]> {
  const subscribers = await subscriberIdsIn(
    tx,
    rows.map((row) => row.channelId),
  );
  const nobodyYet = rows.map((row) => ({ ...row, subscriberCount: 0 }));
  return [
    ...channelsRevealed(nobodyYet, userId, ruleOf),
    ...Array.from(subscribers, ([channelId, ids]) => peersTo(channelId, ids, [userId])).flat(),
  ];
}

async function defaultsTold(tx: Tx, user: User): Promise<Event> {
  const defaults = isGuest(user) ? [] : await defaultChannels(tx);
  return defaultChannelsTold(
    user.userId,
    defaults.map((row) => row.channelId),
  );
}

/** Whether what was decided on is still so. */
function isSame(before: readonly RelatedChannel[], now: readonly RelatedChannel[]): boolean {
  const states = new Map(before.map((row) => [row.channelId, row]));
  return (
    before.length === now.length &&
    now.every((row) => {
      const was = states.get(row.channelId);
      return was?.revision === row.revision && was.isSubscribed === row.isSubscribed;
    })
  );
}
