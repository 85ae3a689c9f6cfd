/** Writes a decided subscription: rows, boundaries and events in one transaction, in a fixed number of statements. */
import { emitAll, type Tx } from '@parley/db';
import type { User } from '@parley/directory';
import type { Event } from '@parley/proto/events/v1/event';
import { limits } from '@parley/rules';
import type { Ctx } from '../context.ts';
import { type ChannelRow, channelsByKey, insertChannels, type RelatedChannel } from '../db/channels.ts';
import { lockFolder } from '../db/folders.ts';
import { isAnyDeactivated } from '../db/people.ts';
import { addSubscriptions, type JoinedRow, subscribersOfSmall, takeBoundary } from '../db/subscriptions.ts';
import { type Holders, knowingBySubscriptionOnly, noHolders } from '../domain/audience.ts';
import { announcementDue } from '../events/announcement-due.ts';
import { channelCreated, channelRevealed } from '../events/channel-created.ts';
import { subscriptionNoticesDue } from '../events/subscription-notices.ts';
import { maxListedSubscribers, subscriptionsAdded } from '../events/subscriptions-added.ts';
import type { RuleOf } from '../view/channel-json.ts';
import type { SubscribePlan } from './plan.ts';

/** What was done, for the answer. */
export type Subscribed = {
  channels: readonly ChannelRow[];
  created: number;
  /** Pairs that were not subscribed before. */
  joined: readonly JoinedRow[];
  /** People hear by message that they were subscribed. */
  notified: boolean;
};

/**
 * Applies a plan. Everything is read again under the order lock; when a channel appeared, changed its rights or
 * the caller's relation to it changed since the decision, nothing is done.
 * @returns undefined when the plan is out of date.
 */
export async function applySubscribe(
  tx: Tx,
  plan: SubscribePlan,
  traceparent: string | undefined,
): Promise<Subscribed | undefined> {
  const boundary = await takeBoundary(tx);
  const current = await channelsByKey(tx, plan.keys, plan.callerId);
  if (!isSame(plan.found, current)) return undefined;
  // A cache may be late to hear that somebody is deactivated: here they would be listed for ever.
  const userIds = plan.people.map((person) => person.userId);
  if (!plan.isConfirmed && (await isAnyDeactivated(tx, userIds))) return undefined;
  const folderId = plan.toCreate[0]?.properties.folderId;
  if (folderId && ((await lockFolder(tx, folderId))?.is_archived ?? true)) return undefined;
  const created = await insertChannels(tx, plan.toCreate);
  const channels = [...current.filter((row) => plan.colors.has(row.nameKey)), ...created];
  const joined = await subscribePeople(tx, {
    channels,
    created,
    people: plan.people,
    colorOf: (row) => plan.colors.get(row.nameKey) ?? null,
    holdersOf: (row) => plan.holders.get(row.nameKey) ?? noHolders,
    boundary,
    ruleOf: plan.ruleOf,
    traceparent,
    actorId: plan.callerId,
    announce: plan.announce,
    notify: plan.notify,
  });
  const notified = plan.notify && toTell(joined, plan.people, plan.callerId).length > 0;
  return { channels, created: created.length, joined, notified };
}

/** What people are told whom another person subscribed; nothing when they are many. */
function toTell(joined: readonly JoinedRow[], people: readonly User[], actorId: number): JoinedRow[] {
  if (new Set(joined.map((row) => row.userId)).size > limits.subscriptionNotices) return [];
  const told = new Set(
    people.filter(({ isBot, userId }) => !isBot && userId !== actorId).map(({ userId }) => userId),
  );
  return joined.filter((row) => told.has(row.userId));
}

export type Subscribing = {
  channels: readonly ChannelRow[];
  /** Those of the channels that this transaction created. */
  created: readonly ChannelRow[];
  people: readonly User[];
  colorOf(row: ChannelRow): string | null;
  holdersOf(row: ChannelRow): Holders;
  boundary: number;
  ruleOf: RuleOf;
  traceparent: string | undefined;
  /** Who subscribes them; 0 for the system. */
  actorId: number;
  announce: boolean;
  notify: boolean;
};

/** Subscribes people to channels that were read under the order lock, and emits everything that follows. */
export async function subscribePeople(tx: Tx, work: Subscribing): Promise<JoinedRow[]> {
  const { channels, created, people, boundary, ruleOf, traceparent } = work;
  if (channels.length === 0) return [];
  const ids = channels.map((row) => row.channelId);
  const joined = await addSubscriptions(
    tx,
    ids,
    channels.map((row) => work.colorOf(row)),
    people.map((person) => person.userId),
    boundary,
  );
  const joinedOf = Map.groupBy(joined, (row) => row.channelId);
  const subscribers = await subscribersOfSmall(tx, [...joinedOf.keys()], maxListedSubscribers);
  const roleOf = new Map(people.map((person) => [person.userId, person]));
  const isCreated = new Set(created.map((row) => row.channelId));
  const told = work.notify ? toTell(joined, people, work.actorId) : [];
  const announced = work.announce ? created.filter((row) => !row.isPrivate) : [];
  const isAnnouncedTogether = announced.length > 1;
  const events: Event[] = [];
  for (const channel of channels) {
    const holders = work.holdersOf(channel);
    if (isCreated.has(channel.channelId)) {
      const { actorId, announce } = work;
      events.push(
        channelCreated(channel, holders, ruleOf, { actorId, announce, isAnnouncedTogether }, traceparent),
      );
    }
    const newcomers = joinedOf.get(channel.channelId);
    if (!newcomers) continue;
    const unaware = knowingBySubscriptionOnly(
      newcomers.map((row) => roleOf.get(row.userId)!),
      channel,
      holders,
    );
    events.push(
      ...channelRevealed(channel, unaware, ruleOf, traceparent),
      ...subscriptionsAdded(
        {
          channel,
          joined: newcomers,
          subscriberIds: subscribers.get(channel.channelId),
          holders,
          boundary,
          actorId: work.actorId,
          notify: told.length > 0,
        },
        ruleOf,
        traceparent,
      ),
    );
  }
  if (isAnnouncedTogether) events.push(announcementDue(announced, work.actorId, traceparent));
  events.push(...subscriptionNoticesDue(told, work.actorId, traceparent));
  await emitAll(tx, events);
  return joined;
}

/** Whether the rows a decision rests on are unchanged, and the caller's relation to them. */
export function isSame(before: readonly RelatedChannel[], now: readonly RelatedChannel[]): boolean {
  return (
    before.length === now.length &&
    before.every((row, index) => {
      const other = now[index]!;
      return (
        row.channelId === other.channelId &&
        row.revision === other.revision &&
        row.isSubscribed === other.isSubscribed
      );
    })
  );
}

/** Counts for operators, once the transaction has committed. */
export function countSubscribed(ctx: Ctx, done: Pick<Subscribed, 'created' | 'joined'>): void {
  ctx.telemetry.channelsCreated(done.created);
  ctx.telemetry.subscriptionsAdded(done.joined.length);
}
