/**
 * Handles a new role of a person. The person receives events with which they start seeing channels (and their subscribers), or stop
 * seeing channels, because of the new role. A person who becomes or stops being a guest also receives the list of default channels,
 * which is empty for guests.
 */
import { emitAll, type Tx } from '@parley/db';
import { retryOnConflict, type Scope, type User } from '@parley/facts';
import type { Event } from '@parley/proto/events/v1/event';
import type { Ctx } from '../context.ts';
import { allChannels, defaultChannels, type RelatedChannel } from '../db/channels.ts';
import { putPerson } from '../db/people.ts';
import { subscriberIdsIn, takeBoundary } from '../db/subscriptions.ts';
import { isGuest, maySeeMetadata, metadataSettings } from '../domain/permissions.ts';
import { channelsHidden, channelsRevealed, subscribersRevealedTo } from '../events/channel-created.ts';
import { defaultChannelsRevealed } from '../events/default-channels.ts';
import { standings } from '../facts/access.ts';
import { postingRuleOf, type RuleOf } from '../view/channel-json.ts';

/** Emits the events of a new role. @param user the person with the new role */
export async function changeRole(ctx: Ctx, user: User, roleBefore: number, scope: Scope): Promise<void> {
  const before = { ...user, role: roleBefore };
  const ruleOf = await postingRuleOf(scope);
  await retryOnConflict(
    scope,
    async (current) => {
      // `standings` calls other services. It runs before the transaction, because nobody can send a message while the lock of
      // `takeBoundary` is held.
      const rows = await allChannels(ctx.db, user.userId);
      const hiddenRows = rows.filter((row) => row.isPrivate && !row.isSubscribed);
      const standingBefore = await standings(before, hiddenRows, metadataSettings, current);
      const standingNow = await standings(user, hiddenRows, metadataSettings, current);
      const saw = (row: RelatedChannel) => maySeeMetadata(before, row, standingBefore(row));
      const sees = (row: RelatedChannel) => maySeeMetadata(user, row, standingNow(row));
      return ctx.db.tx(async (tx) => {
        await takeBoundary(tx);
        const present = await allChannels(tx, user.userId);
        if (!isSame(rows, present)) return undefined;
        await putPerson(tx, user);
        const revealed = present.filter((row) => sees(row) && !saw(row));
        const hidden = present.filter((row) => saw(row) && !sees(row)).map((row) => row.channelId);
        await emitAll(tx, [
          ...(await revealedTo(tx, user, revealed, ruleOf)),
          ...channelsHidden(hidden, user.userId),
          ...(isGuest(user) === isGuest(before) ? [] : [await defaultsRevealed(tx, user)]),
        ]);
        return true;
      });
    },
    { onConflict: ctx.telemetry.conflict },
  );
}

/** Builds events with which a person starts seeing channels. Further events list the subscribers, which clients add. */
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
  const withoutSubscribers = rows.map((row) => ({ ...row, subscriberCount: 0 }));
  return [
    ...channelsRevealed(withoutSubscribers, userId, ruleOf),
    ...Array.from(subscribers, ([channelId, ids]) => subscribersRevealedTo(channelId, ids, [userId])).flat(),
  ];
}

async function defaultsRevealed(tx: Tx, user: User): Promise<Event> {
  const defaults = isGuest(user) ? [] : await defaultChannels(tx);
  return defaultChannelsRevealed(
    user.userId,
    defaults.map((row) => row.channelId),
  );
}

/** Returns whether the channels, their permissions and the person's subscriptions to them are the same in both lists. */
function isSame(decided: readonly RelatedChannel[], now: readonly RelatedChannel[]): boolean {
  const states = new Map(decided.map((row) => [row.channelId, row]));
  return (
    decided.length === now.length &&
    now.every((row) => {
      const before = states.get(row.channelId);
      return before?.revision === row.revision && before.isSubscribed === row.isSubscribed;
    })
  );
}
