import type { ChannelId, MessageId, UserId } from '../ids.ts';
import type { EventOf, Registration } from '../objects.ts';
import type { Batch } from '../observable/batch.ts';
import { ObservableMap } from '../observable/observable-map.ts';
import { ObservableValue } from '../observable/observable-value.ts';
import { directPlace, type Place, type PlaceKey, placeKey, placeOf } from '../place.ts';
import type { Channels } from './channels.ts';
import type { Handlers } from './handlers.ts';
import { idsOfDeletion } from './message-change.ts';

export type PlaceUnread = {
  readonly place: Place;
  readonly count: number;
  /** Number of unread messages that mention the user. */
  readonly mentions: number;
  /** ID of the newest unread message. */
  readonly newestId: number;
  /** ID of the newest unread message that mentions the user; undefined without one. */
  readonly newestMentionId: number | undefined;
};

/** Counts of the unread messages of a channel. */
export type ChannelUnread = {
  /** Number of unread messages in topics that are not muted. */
  readonly count: number;
  readonly mutedCount: number;
  readonly mentions: number;
};

export type UnreadTotals = {
  /** Number of unread messages. Muted topics do not count. */
  readonly count: number;
  readonly mentions: number;
  readonly direct: number;
  /** Number of direct messages and mentions. A direct message that mentions the user counts once. */
  readonly personal: number;
  /** Number of direct messages, mentions, and messages in followed topics. Each message counts once. */
  readonly personalAndFollowed: number;
};

type Unread = { readonly group: Group; readonly isMention: boolean };
/** The unread messages of a place. */
type Group = {
  readonly key: PlaceKey;
  readonly place: Place;
  ids: Set<MessageId>;
  newestId: number;
  /** The unread messages that mention the user. */
  mentionIds: Set<MessageId>;
  isMuted: boolean;
  isFollowed: boolean;
};

const noTotals: UnreadTotals = { count: 0, mentions: 0, direct: 0, personal: 0, personalAndFollowed: 0 };
const noChannel: ChannelUnread = { count: 0, mutedCount: 0, mentions: 0 };
const mentionFlags = new Set([
  'mentioned',
  'wildcard_mentioned',
  'stream_wildcard_mentioned',
  'topic_wildcard_mentioned',
]);

const isMentioning = (flags: readonly string[]): boolean => flags.some((flag) => mentionFlags.has(flag));

/**
 * Unread messages and their counts. The cost of an update depends on the change and the unread messages of its topic or
 * channel, not on all unread messages.
 */
export class UnreadMessages {
  /** Topics and direct conversations with unread messages. */
  readonly places: ObservableMap<PlaceKey, PlaceUnread>;
  /** Channels with unread messages, by ID. */
  readonly channels: ObservableMap<ChannelId, ChannelUnread>;
  readonly totals: ObservableValue<UnreadTotals>;
  readonly #messages = new Map<MessageId, Unread>();
  readonly #groups = new Map<PlaceKey, Group>();
  readonly #groupsOfChannel = new Map<ChannelId, Set<Group>>();
  readonly #channelsPart: Channels;
  #selfId = 0;

  constructor(batch: Batch, channels: Channels) {
    this.places = new ObservableMap(batch);
    this.channels = new ObservableMap(batch);
    this.totals = new ObservableValue(batch, noTotals);
    this.#channelsPart = channels;
  }

  /** Number of unread messages, including muted ones. */
  get size(): number {
    return this.#messages.size;
  }

  has(messageId: MessageId): boolean {
    return this.#messages.has(messageId);
  }

  /** Returns the IDs of all unread messages. */
  ids(): IterableIterator<MessageId> {
    return this.#messages.keys();
  }

  /** Returns whether an unread message mentions the user. */
  isMention(messageId: MessageId): boolean {
    return this.#messages.get(messageId)?.isMention ?? false;
  }

  idsIn(key: PlaceKey): MessageId[] {
    return [...(this.#groups.get(key)?.ids ?? [])].sort((one, other) => one - other);
  }

  /** Returns the unmuted topics of a channel that have unread messages, the most recent first. */
  topicsOf(channelId: ChannelId): PlaceUnread[] {
    const unread: PlaceUnread[] = [];
    for (const { key, isMuted } of this.#groupsOfChannel.get(channelId) ?? []) {
      const place = this.places.get(key);
      if (place && !isMuted) unread.push(place);
    }
    return unread.sort((one, other) => other.newestId - one.newestId);
  }

  load(initial: Registration): void {
    this.#selfId = initial.user_id ?? 0;
    this.#messages.clear();
    this.#groups.clear();
    this.#groupsOfChannel.clear();
    this.channels.replaceAll([]);
    this.totals.set(noTotals);
    const { streams = [], pms = [], huddles = [], mentions = [] } = initial.unread_msgs ?? {};
    const mentioning = new Set(mentions);
    const addAll = (place: Place, ids: readonly MessageId[]) => this.#addAll(place, ids, mentioning);
    for (const { stream_id: channelId, topic, unread_message_ids: ids } of streams) {
      addAll({ kind: 'topic', channelId, topic }, ids);
    }
    for (const { other_user_id: other, unread_message_ids: ids } of pms) {
      addAll(directPlace([other], this.#selfId), ids);
    }
    for (const { user_ids_string: people, unread_message_ids: ids } of huddles) {
      addAll(directPlace(people.split(',').map(Number), this.#selfId), ids);
    }
    for (const key of this.places.keys()) if (!this.#groups.has(key)) this.places.delete(key);
  }

  add(id: number, place: Place, isMention: boolean): void {
    if (this.#messages.has(id)) return;
    const group = this.#groupOf(place);
    const before = countsOf(group);
    this.#put(id, group, isMention);
    this.#publish(group, before);
  }

  #put(id: number, group: Group, isMention: boolean): void {
    this.#messages.set(id, { group, isMention });
    group.ids.add(id);
    group.newestId = Math.max(group.newestId, id);
    if (isMention) group.mentionIds.add(id);
  }

  /** Adds messages of one place. Derived counts are updated only once. */
  #addAll(place: Place, ids: readonly MessageId[], mentioning: ReadonlySet<number>): void {
    if (ids.length === 0) return;
    const group = this.#groupOf(place);
    const before = countsOf(group);
    for (const id of ids) if (!this.#messages.has(id)) this.#put(id, group, mentioning.has(id));
    this.#publish(group, before);
  }

  remove(id: number): void {
    const unread = this.#messages.get(id);
    if (!unread) return;
    const { group } = unread;
    const before = countsOf(group);
    this.#messages.delete(id);
    group.ids.delete(id);
    if (id === group.newestId) group.newestId = newestOf(group.ids);
    group.mentionIds.delete(id);
    this.#publish(group, before);
  }

  /** Moves messages to another place. Ignores messages that are not unread. */
  move(ids: readonly MessageId[], place: Place): void {
    for (const id of ids) {
      const unread = this.#messages.get(id);
      if (!unread || unread.group.key === placeKey(place)) continue;
      this.remove(id);
      this.add(id, place, unread.isMention);
    }
  }

  /** Recomputes the counts of a channel after the muting of the channel or a policy of its topics has changed. */
  refreshPolicies(channelId: ChannelId): void {
    for (const group of this.#groupsOfChannel.get(channelId) ?? []) {
      const before = countsOf(group);
      group.isMuted = this.#isMuted(group.place);
      group.isFollowed = this.#isFollowed(group.place);
      this.#publish(group, before);
    }
  }

  /** Removes the unread messages of a channel from which the user unsubscribed, or which the user can no longer see. */
  removeChannel(channelId: ChannelId): void {
    for (const { ids } of [...(this.#groupsOfChannel.get(channelId) ?? [])]) {
      for (const id of [...ids]) this.remove(id);
    }
  }

  readonly handlers = {
    message: ({ message, flags }) => {
      if (flags.includes('read')) return;
      this.add(message.id, placeOf(message, this.#selfId), isMentioning(flags));
    },
    delete_message: (event) => {
      for (const id of idsOfDeletion(event)) this.remove(id);
    },
    // An edit may add or remove a mention.
    update_message: ({ message_id: id, flags }) => {
      const unread = this.#messages.get(id);
      const isMention = isMentioning(flags);
      if (!unread || isMention === unread.isMention) return;
      const { place } = unread.group;
      this.remove(id);
      this.add(id, place, isMention);
    },
    update_message_flags: (event) => {
      if (event.flag !== 'read') return;
      if (event.op === 'add') {
        for (const id of event.all ? [...this.#messages.keys()] : event.messages) this.remove(id);
        return;
      }
      for (const [id, detail] of Object.entries(event.message_details ?? {})) {
        this.add(Number(id), placeOfDetail(detail, this.#selfId), detail.mentioned ?? false);
      }
    },
  } satisfies Handlers;

  #groupOf(place: Place): Group {
    const key = placeKey(place);
    return this.#groups.get(key) ?? this.#createGroup(key, place);
  }

  #createGroup(key: PlaceKey, place: Place): Group {
    const group: Group = {
      key,
      place,
      ids: new Set(),
      newestId: 0,
      mentionIds: new Set(),
      isMuted: this.#isMuted(place),
      isFollowed: this.#isFollowed(place),
    };
    this.#groups.set(key, group);
    if (place.kind === 'topic') {
      const groups = this.#groupsOfChannel.get(place.channelId) ?? new Set();
      this.#groupsOfChannel.set(place.channelId, groups.add(group));
    }
    return group;
  }

  #isMuted(place: Place): boolean {
    return place.kind === 'topic' && this.#channelsPart.isTopicMuted(place.channelId, place.topic);
  }

  #isFollowed(place: Place): boolean {
    return place.kind === 'topic' && this.#channelsPart.isTopicFollowed(place.channelId, place.topic);
  }

  /** Publishes a group's counts, and adds their changes to those of its channel and to the totals. Drops an empty group. */
  #publish(group: Group, before: Counts): void {
    const { key, place, ids, mentionIds, newestId } = group;
    if (ids.size === 0) this.#dropGroup(group);
    else {
      const newestMentionId = mentionIds.size > 0 ? newestOf(mentionIds) : undefined;
      this.places.set(key, { place, count: ids.size, mentions: mentionIds.size, newestId, newestMentionId });
    }
    const after = countsOf(group);
    const difference = {
      count: after.count - before.count,
      mutedCount: after.mutedCount - before.mutedCount,
      mentions: after.mentions - before.mentions,
    };
    if (place.kind === 'topic') {
      const channel = sum(this.channels.get(place.channelId) ?? noChannel, difference);
      if (channel.count + channel.mutedCount === 0) this.channels.delete(place.channelId);
      else this.channels.set(place.channelId, channel);
    }
    const totals = this.totals.get();
    this.totals.set({
      count: totals.count + difference.count,
      mentions: totals.mentions + difference.mentions,
      direct: totals.direct + (place.kind === 'direct' ? difference.count : 0),
      personal: totals.personal + after.personal - before.personal,
      personalAndFollowed:
        totals.personalAndFollowed + after.personalAndFollowed - before.personalAndFollowed,
    });
  }

  #dropGroup(group: Group): void {
    const { key, place } = group;
    this.#groups.delete(key);
    this.places.delete(key);
    if (place.kind !== 'topic') return;
    const groups = this.#groupsOfChannel.get(place.channelId);
    groups?.delete(group);
    if (groups?.size === 0) this.#groupsOfChannel.delete(place.channelId);
  }
}

type Counts = ChannelUnread & Pick<UnreadTotals, 'personal' | 'personalAndFollowed'>;

function countsOf({ place, ids, mentionIds, isMuted, isFollowed }: Group): Counts {
  const mentions = mentionIds.size;
  const personal = place.kind === 'direct' ? ids.size : mentions;
  return {
    count: isMuted ? 0 : ids.size,
    mutedCount: isMuted ? ids.size : 0,
    mentions,
    personal,
    personalAndFollowed: isFollowed ? ids.size : personal,
  };
}

const sum = (one: ChannelUnread, other: ChannelUnread): ChannelUnread => ({
  count: one.count + other.count,
  mutedCount: one.mutedCount + other.mutedCount,
  mentions: one.mentions + other.mentions,
});

type Detail = NonNullable<
  Extract<EventOf<'update_message_flags'>, { op: 'remove' }>['message_details']
>[string];

const placeOfDetail = (detail: Detail, selfId: UserId): Place =>
  detail.stream_id !== undefined
    ? { kind: 'topic', channelId: detail.stream_id, topic: detail.topic ?? '' }
    : directPlace(detail.user_ids ?? [], selfId);

function newestOf(ids: ReadonlySet<MessageId>): number {
  let newest = 0;
  for (const id of ids) if (id > newest) newest = id;
  return newest;
}
