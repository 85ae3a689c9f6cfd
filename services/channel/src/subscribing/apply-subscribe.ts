/** In one transaction. The number of statements does not depend on the number of people. */
import { itemAt, required } from '@parley/core';
import { emitAll, type Tx } from '@parley/db';
import type { User } from '@parley/facts';
import type { Event } from '@parley/proto/events/v1/event';
import { limits, type UserId } from '@parley/rules';
import type { Ctx } from '../context.ts';
import { type ChannelRow, channelsByKey, insertChannels, type RelatedChannel } from '../db/channels.ts';
import { lockFolder } from '../db/folders.ts';
import { isAnyDeactivated } from '../db/people.ts';
import { addSubscriptions, type JoinedRow, subscribersOfSmall, takeBoundary } from '../db/subscriptions.ts';
import { type Holders, noHolders, viewersBySubscriptionOnly } from '../domain/audience.ts';
import { announcementDue } from '../events/announcement-due.ts';
import { channelCreated, channelRevealed } from '../events/channel-created.ts';
import { subscriptionNoticesDue } from '../events/subscription-notices.ts';
import { maxListedSubscribers, subscriptionsAdded } from '../events/subscriptions-added.ts';
import type { RuleOf } from '../view/channel-json.ts';
import type { SubscribePlan } from './plan-subscribe.ts';

/** The result of subscribing. */
export type Subscribed = {
  channels: readonly ChannelRow[];
  created: number;
  /** The subscriptions that did not exist before. */
  joined: readonly JoinedRow[];
  /** Whether messages inform the new subscribers. */
  notified: boolean;
};

/**
 * Writes a plan. First it reads the channels again, under the lock of `takeBoundary`.
 * @returns undefined, and nothing is written, when a channel, its permissions or the caller's subscription to it has changed since
 * the plan, when a person is deactivated, or when the folder of the new channels is missing or archived
 */
export async function applySubscribe(
  tx: Tx,
  plan: SubscribePlan,
  traceparent: string | undefined,
): Promise<Subscribed | undefined> {
  const boundary = await takeBoundary(tx);
  const current = await channelsByKey(tx, plan.keys, plan.callerId);
  if (!isSame(plan.found, current)) return undefined;
  // Cached facts may not show yet that a person is deactivated. Such a person would stay in the lists of subscribers. So a plan
  // that used the cache is rejected, and the next plan asks the service that owns the facts.
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
  const notified = plan.notify && noticesDue(joined, plan.people, plan.callerId).length > 0;
  return { channels, created: created.length, joined, notified };
}

/** Those that another person made. Not for bots, and none when too many people were subscribed. */
function noticesDue(joined: readonly JoinedRow[], people: readonly User[], actorId: UserId): JoinedRow[] {
  if (new Set(joined.map((row) => row.userId)).size > limits.subscriptionNotices) return [];
  const recipients = new Set(
    people.filter(({ isBot, userId }) => !isBot && userId !== actorId).map(({ userId }) => userId),
  );
  return joined.filter((row) => recipients.has(row.userId));
}

export type SubscribeWork = {
  channels: readonly ChannelRow[];
  created: readonly ChannelRow[];
  people: readonly User[];
  colorOf(row: ChannelRow): string | null;
  holdersOf(row: ChannelRow): Holders;
  boundary: number;
  ruleOf: RuleOf;
  traceparent: string | undefined;
  /** The person who makes the change; 0 for the system. */
  actorId: UserId;
  announce: boolean;
  notify: boolean;
};

/** Emits all events. The caller has read the channels under the lock of `takeBoundary`. */
export async function subscribePeople(tx: Tx, work: SubscribeWork): Promise<JoinedRow[]> {
  const { channels, created, people, boundary } = work;
  if (channels.length === 0) return [];
  const joined = await addSubscriptions(tx, {
    channelIds: channels.map((row) => row.channelId),
    colors: channels.map((row) => work.colorOf(row)),
    userIds: people.map((person) => person.userId),
    boundary,
  });
  const joinedOf = Map.groupBy(joined, (row) => row.channelId);
  const subscribers = await subscribersOfSmall(tx, [...joinedOf.keys()], maxListedSubscribers);
  const due = work.notify ? noticesDue(joined, people, work.actorId) : [];
  const announced = work.announce ? created.filter((row) => !row.isPrivate) : [];
  const isAnnouncedTogether = announced.length > 1;
  const eventsOf = subscribeEvents(work, { isAnnouncedTogether, notify: due.length > 0 });
  const events = channels.flatMap((channel) =>
    eventsOf(channel, joinedOf.get(channel.channelId), subscribers.get(channel.channelId)),
  );
  if (isAnnouncedTogether) events.push(announcementDue(announced, work.actorId, work.traceparent));
  events.push(...subscriptionNoticesDue(due, work.actorId, work.traceparent));
  await emitAll(tx, events);
  return joined;
}

/** Returns a function that builds the events of one channel: about its creation, and about its new subscribers. */
function subscribeEvents(
  { created, people, holdersOf, boundary, ruleOf, traceparent, actorId, announce }: SubscribeWork,
  { isAnnouncedTogether, notify }: { isAnnouncedTogether: boolean; notify: boolean },
) {
  const isCreated = new Set(created.map((row) => row.channelId));
  const personOf = new Map(people.map((person) => [person.userId, person]));
  return (
    channel: ChannelRow,
    newcomers: readonly JoinedRow[] | undefined,
    subscriberIds: readonly UserId[] | undefined,
  ): Event[] => {
    const holders = holdersOf(channel);
    const events: Event[] = [];
    if (isCreated.has(channel.channelId)) {
      const creation = { actorId, announce, isAnnouncedTogether };
      events.push(channelCreated(channel, holders, ruleOf, { ...creation, traceparent }));
    }
    if (!newcomers) return events;
    const revealedTo = viewersBySubscriptionOnly(
      newcomers.map((row) => required(personOf.get(row.userId), 'person of a new subscription')),
      channel,
      holders,
    );
    const added = { channel, joined: newcomers, subscriberIds, holders, boundary, actorId, notify };
    return [
      ...events,
      ...channelRevealed(channel, revealedTo, ruleOf, traceparent),
      ...subscriptionsAdded(added, ruleOf, traceparent),
    ];
  };
}

/** Returns whether the channels, their permissions and the caller's subscriptions to them are the same in both lists. */
export function isSame(before: readonly RelatedChannel[], now: readonly RelatedChannel[]): boolean {
  return (
    before.length === now.length &&
    before.every((row, index) => {
      const other = itemAt(now, index);
      return (
        row.channelId === other.channelId &&
        row.revision === other.revision &&
        row.isSubscribed === other.isSubscribed
      );
    })
  );
}

/** Adds to the counters of created channels and subscriptions. Call it after the commit. */
export function recordSubscribeMetrics(ctx: Ctx, done: Pick<Subscribed, 'created' | 'joined'>): void {
  ctx.telemetry.channelsCreated(done.created);
  ctx.telemetry.subscriptionsAdded(done.joined.length);
}
