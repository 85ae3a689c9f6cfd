import { keysOf, maxIdsPerEvent } from '@parley/core';
import { delivery, newEvent, rawDelivery } from '@parley/event-log';
import type { Audience, Delivery, Event } from '@parley/proto/events/v1/event';
import type { UserId } from '@parley/rules';
import type { ChannelRow } from '../db/channels.ts';
import type { JoinedRow, PersonalSettings } from '../db/subscriptions.ts';
import { type Holders, viewerAudience } from '../domain/audience.ts';
import { chunkBySettings, type SettingsGroup } from '../domain/chunks.ts';
import { plainSettings, type RuleOf, subscriptionJson, withMember } from '../view/channel-json.ts';

/** In larger channels, events list only the new subscribers, as `partial_subscribers`. */
export const maxListedSubscribers = 10_000;

export type Added = {
  /** The channel before the change, so its number of subscribers is the former one. */
  channel: ChannelRow;
  joined: readonly JoinedRow[];
  /** IDs of active subscribers after the change; undefined when there are more than `maxListedSubscribers`. */
  subscriberIds: readonly UserId[] | undefined;
  holders: Holders;
  boundary: number;
  /** The person who made the change; 0 for the system. */
  actorId: UserId;
  /** Whether messages inform the new subscribers. */
  notify: boolean;
};

/**
 * Builds the events of new subscribers of a channel. The new subscribers receive the whole subscription, and other people who
 * may see the channel receive `peer_add`: a person receives only the first delivery of an event whose audience includes them.
 */
export function subscriptionsAdded(
  { channel, joined, subscriberIds, holders, boundary, actorId, notify }: Added,
  ruleOf: RuleOf,
  traceparent: string | undefined,
): Event[] {
  const peers = viewerAudience(channel, holders);
  return additions({ channel, joined, subscriberIds, peers }, ruleOf).map(({ userIds, deliveries }) =>
    newEvent('channel.subscription.added', {
      deliveries,
      fact: {
        $case: 'subscriptionsAdded',
        subscriptionsAdded: {
          userIds,
          channelIds: [channel.channelId],
          boundaryMessageId: boundary,
          actorId,
          notify,
          hasNoticesDue: notify,
        },
      },
      traceparent,
    }),
  );
}

/**
 * Builds the client events of new subscribers, in several parts if there are many. Each part counts and lists the subscribers
 * up to and including this part, so that clients have the correct number after each part.
 * @param mark additional members of each client event
 */
export function additions(
  {
    channel,
    joined,
    subscriberIds,
    peers,
  }: Pick<Added, 'channel' | 'joined' | 'subscriberIds'> & { peers: Audience },
  ruleOf: RuleOf,
  mark: { readonly was_archived?: true } = {},
): { userIds: UserId[]; deliveries: Delivery[] }[] {
  const isNew = new Set(joined.map((row) => row.userId));
  const known = subscriberIds?.filter((id) => !isNew.has(id));
  let count = channel.subscriberCount;
  // In JSON, an ID takes about 10 bytes, and the rest of a subscription object about 3 KB.
  const bytesPerObject = 3_000 + 10 * (subscriberIds?.length ?? Math.min(joined.length, maxIdsPerEvent));
  return chunkBySettings(groupBySettings(joined), bytesPerObject).map((groups) => {
    const userIds = groups.flatMap((group) => group.userIds);
    count += userIds.length;
    known?.push(...userIds);
    const listName = known ? 'subscribers' : 'partial_subscribers';
    const list = JSON.stringify([...(known ?? userIds)].sort((a, b) => a - b));
    const row = { ...channel, subscriberCount: count };
    const personal = groups.map(({ settings, userIds: recipientIds }) => {
      const subscription = withMember(subscriptionJson(row, settings, ruleOf), listName, list);
      return rawDelivery<'subscription/add', 'subscriptions'>(
        { userIds: recipientIds },
        { type: 'subscription', op: 'add', ...mark },
        { subscriptions: `[${subscription}]` },
      );
    });
    const toPeers = delivery(peers, {
      type: 'subscription',
      op: 'peer_add',
      stream_ids: [channel.channelId],
      user_ids: userIds,
      ...mark,
    });
    return { userIds, deliveries: [...personal, toPeers] };
  });
}

/** Most have the default settings. People who were subscribed earlier, or with a color, may have others. */
function groupBySettings(joined: readonly JoinedRow[]): SettingsGroup<PersonalSettings>[] {
  const plain: UserId[] = [];
  const groups = new Map<string, SettingsGroup<PersonalSettings>>();
  for (const row of joined) {
    if (settingNames.every((name) => row[name] === plainSettings[name])) {
      plain.push(row.userId);
      continue;
    }
    const key = JSON.stringify(settingNames.map((name) => row[name]));
    const group = groups.get(key);
    if (group) group.userIds.push(row.userId);
    else groups.set(key, { settings: row, userIds: [row.userId] });
  }
  return [...(plain.length > 0 ? [{ settings: plainSettings, userIds: plain }] : []), ...groups.values()];
}

const settingNames = keysOf(plainSettings);
