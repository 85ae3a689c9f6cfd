import { maxIdsPerEvent, partsOf } from '@parley/core';
import { type ClientEvent, delivery, newEvent } from '@parley/event-log';
import type { Audience, Event } from '@parley/proto/events/v1/event';
import { ChannelChanged } from '@parley/proto/events/v1/facts';
import type { UserId } from '@parley/rules';
import { channelPermissionNames } from '@parley/settings';
import type { ChannelRow } from '../db/channels.ts';
import { settingKey } from '../domain/group-settings.ts';
import type { Transition } from '../domain/transition.ts';
import { channelFact, channelJson, type RuleOf } from '../view/channel-json.ts';
import { streamCreate, streamDelete } from './channel-created.ts';
import { type Added, additions } from './subscriptions-added.ts';

export type Changed = {
  before: ChannelRow;
  row: ChannelRow;
  transition: Transition;
  actorId: UserId;
  /** IDs of active subscribers. People who start seeing the channel receive them. */
  subscriberIds: readonly UserId[];
  /** Set when the change unarchives the channel. */
  returning: Returning | undefined;
};

/** Active subscribers of a channel that is unarchived. `subscriberIds` is undefined when there are too many to list. */
export type Returning = Pick<Added, 'joined' | 'subscriberIds'>;

/**
 * Builds the events of a changed channel. People who see the channel before and after the change receive one update for each
 * changed property. With the last update, people who start seeing the channel receive the whole channel, and people who stop
 * seeing it receive its removal.
 */
export function channelChanged(
  { before, row, transition, actorId, subscriberIds, returning }: Changed,
  ruleOf: RuleOf,
  traceparent?: string,
): Event[] {
  const changes = shownChanges(before, row, ruleOf);
  const fact = ChannelChanged.create({ channel: channelFact(row), previous: channelFact(before), actorId });
  const updates = changes.map((change, index) => {
    const isLast = index === changes.length - 1;
    const update: ClientEvent<'stream/update'> = {
      type: 'stream',
      op: 'update',
      stream_id: row.channelId,
      name: row.name,
      ...change,
    };
    return newEvent('channel.channel.updated', {
      deliveries: [
        delivery(transition.both, update),
        ...(isLast && transition.changes
          ? [
              // The following events list the subscribers, and clients add them to this count. So the count starts at 0.
              delivery(transition.now, streamCreate([{ ...row, subscriberCount: 0 }], ruleOf)),
              delivery(transition.before, streamDelete([row.channelId])),
            ]
          : []),
      ],
      fact: isLast ? { $case: 'channelChanged', channelChanged: fact } : undefined,
      traceparent,
    });
  });
  return [
    ...updates,
    ...(transition.reveals && changes.length > 0 ? subscribersRevealed(row, transition, subscriberIds) : []),
    ...(returning ? returned(row, transition, returning, ruleOf) : []),
  ];
}

/** People who saw it before receive an empty list, because the audience `now` includes them, too. */
function subscribersRevealed(
  row: ChannelRow,
  { both, now }: Transition,
  subscriberIds: readonly UserId[],
): Event[] {
  const peers = (audience: Audience, userIds: readonly UserId[]) =>
    delivery(audience, {
      type: 'subscription',
      op: 'peer_add',
      stream_ids: [row.channelId],
      user_ids: userIds,
    });
  return partsOf(subscriberIds, maxIdsPerEvent).map((part) =>
    newEvent('channel.subscribers.revealed', { deliveries: [peers(both, []), peers(now, part)] }),
  );
}

/** The event queue delivers such an event only to clients without `archived_channels`, without the mark. */
const wasArchived = { was_archived: true } as const;

/**
 * Builds the events of an unarchived channel for clients without the capability `archived_channels`. They removed the channel
 * and its subscriptions when it was archived. So they receive the whole channel, and its subscribers as new subscribers.
 */
function returned(
  row: ChannelRow,
  { both }: Transition,
  { joined, subscriberIds }: Returning,
  ruleOf: RuleOf,
): Event[] {
  const withoutSubscribers = { ...row, subscriberCount: 0 };
  return [
    [delivery(both, { ...streamCreate([withoutSubscribers], ruleOf), ...wasArchived })],
    ...additions(
      { channel: withoutSubscribers, joined, subscriberIds, peers: both },
      ruleOf,
      wasArchived,
    ).map(({ deliveries }) => deliveries),
  ].map((deliveries) => newEvent('channel.channel.returned', { deliveries }));
}

/** A changed property in the form of a `stream/update` event. `name` is set when it is not the channel's current name. */
type ShownChange = Omit<ClientEvent<'stream/update'>, 'type' | 'op' | 'stream_id' | 'name'> & {
  name?: string;
};

/** Returns the properties that changed for clients. */
function shownChanges(before: ChannelRow, row: ChannelRow, ruleOf: RuleOf): ShownChange[] {
  const changes: ShownChange[] = [];
  const [was, is] = [channelJson(before, ruleOf), channelJson(row, ruleOf)];
  // Clients identify the channel by its former name in this event.
  if (was.name !== is.name) changes.push({ name: was.name, property: 'name', value: is.name });
  if (was.description !== is.description) {
    const { rendered_description } = is;
    changes.push({ property: 'description', value: is.description, rendered_description });
  }
  const { invite_only, is_web_public, history_public_to_subscribers } = is;
  if (
    was.invite_only !== invite_only ||
    was.is_web_public !== is_web_public ||
    was.history_public_to_subscribers !== history_public_to_subscribers
  ) {
    changes.push({
      property: 'invite_only',
      value: invite_only,
      is_web_public,
      history_public_to_subscribers,
    });
  }
  for (const property of [
    'message_retention_days',
    'folder_id',
    'topics_policy',
    'default_push_notifications',
    'is_archived',
  ] as const) {
    if (was[property] !== is[property]) changes.push({ property, value: is[property] });
  }
  for (const property of channelPermissionNames) {
    if (settingKey(was[property]) !== settingKey(is[property]))
      changes.push({ property, value: is[property] });
  }
  for (const property of ['stream_post_policy', 'is_announcement_only'] as const) {
    if (was[property] !== is[property]) changes.push({ property, value: is[property] });
  }
  return changes;
}
