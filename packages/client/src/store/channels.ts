import { foldCase } from '../fold-case.ts';
import type { ChannelId, UserId } from '../ids.ts';
import type {
  Channel,
  ChannelFolder,
  EventOf,
  Registration,
  Subscription,
  VisibilityPolicy,
} from '../objects.ts';
import type { Batch } from '../observable/batch.ts';
import { ObservableMap } from '../observable/observable-map.ts';
import { type PlaceKey, topicKey } from '../place.ts';
import type { Handlers } from './handlers.ts';

/** A user's visibility policy of a topic. */
export type UserTopic = {
  readonly stream_id: number;
  readonly topic_name: string;
  readonly last_updated: number;
  readonly visibility_policy: VisibilityPolicy;
};

export type ChannelSettings = Pick<Subscription, (typeof ownSettings)[number]>;

const ownSettings = [
  'audible_notifications',
  'color',
  'desktop_notifications',
  'email_notifications',
  'in_home_view',
  'is_muted',
  'pin_to_top',
  'push_notifications',
  'wildcard_mentions_notify',
] as const;

export class Channels {
  /** All channels that the user can see, by ID. */
  readonly channels: ObservableMap<ChannelId, Channel>;
  /** The user's settings of subscribed channels, by channel ID. */
  readonly subscriptions: ObservableMap<ChannelId, ChannelSettings>;
  /** The user's settings of channels from which the user unsubscribed, by channel ID. */
  readonly former: ObservableMap<ChannelId, ChannelSettings>;
  readonly folders: ObservableMap<number, ChannelFolder>;
  readonly userTopics: ObservableMap<PlaceKey, UserTopic>;
  /** IDs of known subscribers, by channel ID. These sets are changed in place. */
  readonly subscribers: ObservableMap<ChannelId, Set<UserId>>;
  /** IDs of channels for which `subscribers` is incomplete. */
  readonly #partial = new Set<ChannelId>();
  #listsSubscribers = false;
  #selfId = 0;

  constructor(batch: Batch) {
    this.channels = new ObservableMap(batch);
    this.subscriptions = new ObservableMap(batch);
    this.former = new ObservableMap(batch);
    this.folders = new ObservableMap(batch);
    this.userTopics = new ObservableMap(batch);
    this.subscribers = new ObservableMap(batch);
  }

  load(initial: Registration): void {
    this.#selfId = initial.user_id ?? 0;
    const subscribed = initial.subscriptions ?? [];
    const unsubscribed = initial.unsubscribed ?? [];
    const others = [...(initial.streams ?? []), ...(initial.never_subscribed ?? [])];
    const all = [...others, ...unsubscribed, ...subscribed].map((each) => channelOf(each as Subscription));
    this.channels.replaceAll(all.map((channel) => [channel.stream_id, channel]));
    this.subscriptions.replaceAll(subscribed.map((each) => [each.stream_id, settingsOf(each)]));
    this.former.replaceAll(unsubscribed.map((each) => [each.stream_id, settingsOf(each)]));
    this.folders.replaceAll((initial.channel_folders ?? []).map((folder) => [folder.id, folder]));
    this.userTopics.replaceAll(
      ((initial.user_topics ?? []) as UserTopic[]).map((each) => [
        topicKey(each.stream_id, each.topic_name),
        each,
      ]),
    );
    this.#partial.clear();
    const lists = [...others, ...unsubscribed, ...subscribed].flatMap((each) =>
      this.#listOf(each as Subscription),
    );
    this.subscribers.replaceAll(lists);
    this.#listsSubscribers = lists.length > 0;
  }

  /** Returns the ID of a channel by its name, ignoring case. */
  idOf(name: string): number | undefined {
    const wanted = foldCase(name);
    for (const channel of this.channels.values()) {
      if (foldCase(channel.name) === wanted) return channel.stream_id;
    }
    return undefined;
  }

  isSubscribed(channelId: ChannelId): boolean {
    return this.subscriptions.has(channelId);
  }

  knowsAllSubscribers(channelId: ChannelId): boolean {
    return this.subscribers.has(channelId) && !this.#partial.has(channelId);
  }

  policyOf(channelId: ChannelId, topic: string): VisibilityPolicy {
    return this.userTopics.get(topicKey(channelId, topic))?.visibility_policy ?? 0;
  }

  isTopicFollowed(channelId: ChannelId, topic: string): boolean {
    return this.policyOf(channelId, topic) === 3;
  }

  /**
   * Returns whether a topic is muted. The topic's policy overrides the setting of the channel. Without either (the user is not
   * subscribed), the topic is muted. Messages of muted topics do not count as unread.
   */
  isTopicMuted(channelId: ChannelId, topic: string): boolean {
    const policy = this.policyOf(channelId, topic);
    if (policy !== 0) return policy === 1;
    return this.subscriptions.get(channelId)?.is_muted ?? true;
  }

  readonly handlers = {
    stream: (event) => {
      if (event.op === 'create') for (const channel of event.streams) this.#create(channel);
      else if (event.op === 'delete') for (const { stream_id: id } of event.streams) this.#forget(id);
      else this.#update(event);
    },
    subscription: (event) => {
      if (event.op === 'add') for (const each of event.subscriptions) this.#add(each);
      else if (event.op === 'remove') for (const each of event.subscriptions) this.#remove(each.stream_id);
      else if (event.op === 'update') {
        this.subscriptions.patch(event.stream_id, { [event.property]: event.value });
      } else {
        for (const id of event.stream_ids) this.#changePeers(id, event.user_ids, event.op === 'peer_add');
      }
    },
    channel_folder: (event) => {
      if (event.op === 'add') this.folders.set(event.channel_folder.id, event.channel_folder);
      else if (event.op === 'update') this.folders.patch(event.channel_folder_id, event.data);
      else for (const [order, id] of event.order.entries()) this.folders.patch(id, { order });
    },
    user_topic: ({ stream_id, topic_name, last_updated, visibility_policy }) => {
      const key = topicKey(stream_id, topic_name);
      if (visibility_policy === 0) this.userTopics.delete(key);
      else {
        const policy = visibility_policy as VisibilityPolicy;
        this.userTopics.set(key, { stream_id, topic_name, last_updated, visibility_policy: policy });
      }
    },
  } satisfies Handlers;

  #update(event: Extract<EventOf<'stream'>, { op: 'update' }>): void {
    const { type: _type, id: _id, op: _op, stream_id: id, name: _name, property, value, ...further } = event;
    const known = this.channels.get(id);
    if (!known) return;
    const related = Object.entries(further).filter(([name]) => name in known);
    this.channels.set(id, { ...known, ...Object.fromEntries(related), [property]: value });
  }

  #create(channel: Channel): void {
    this.channels.set(channel.stream_id, channel);
    // The subscribers of a channel that becomes visible arrive in later events.
    if (this.#listsSubscribers && !this.subscribers.has(channel.stream_id)) {
      this.subscribers.set(channel.stream_id, new Set());
    }
  }

  #add(subscription: Subscription): void {
    const id = subscription.stream_id;
    this.channels.set(id, { ...this.channels.get(id), ...channelOf(subscription) });
    this.subscriptions.set(id, settingsOf(subscription));
    this.former.delete(id);
    for (const [, list] of this.#listOf(subscription)) this.subscribers.set(id, list);
  }

  #remove(id: number): void {
    const settings = this.subscriptions.get(id);
    if (!settings) return;
    this.subscriptions.delete(id);
    this.former.set(id, settings);
    this.#changePeers(id, [this.#selfId], false);
  }

  #forget(id: number): void {
    this.channels.delete(id);
    this.subscriptions.delete(id);
    this.former.delete(id);
    this.subscribers.delete(id);
  }

  #changePeers(id: number, userIds: readonly UserId[], isAdded: boolean): void {
    const list = this.subscribers.get(id);
    if (list) {
      for (const userId of userIds) list[isAdded ? 'add' : 'delete'](userId);
      this.subscribers.touch(id);
    }
    const channel = this.channels.get(id);
    if (!channel) return;
    const change = isAdded ? userIds.length : -userIds.length;
    const count = list && this.knowsAllSubscribers(id) ? list.size : channel.subscriber_count + change;
    this.channels.set(id, { ...channel, subscriber_count: count });
  }

  #listOf(channel: Partial<Subscription> & { stream_id: number }): [number, Set<number>][] {
    const { stream_id: id, subscribers, partial_subscribers: some } = channel;
    if (subscribers) this.#partial.delete(id);
    else if (some) this.#partial.add(id);
    const list = subscribers ?? some;
    return list ? [[id, new Set(list)]] : [];
  }
}

/** Returns the properties of the channel itself, without the user's own settings of the subscription. */
function channelOf(subscription: Subscription): Channel {
  const {
    audible_notifications: _audible,
    color: _color,
    desktop_notifications: _desktop,
    email_notifications: _email,
    in_home_view: _inHome,
    is_muted: _isMuted,
    pin_to_top: _isPinned,
    push_notifications: _push,
    wildcard_mentions_notify: _wildcards,
    subscribers: _subscribers,
    partial_subscribers: _someSubscribers,
    ...channel
  } = subscription;
  return channel as unknown as Channel;
}

const settingsOf = (subscription: Subscription): ChannelSettings =>
  Object.fromEntries(
    ownSettings.filter((name) => name in subscription).map((name) => [name, subscription[name]]),
  ) as ChannelSettings;
