import type { EventOf, EventType, Registration, User } from '../objects.ts';
import { Batch } from '../observable/batch.ts';
import type { Observable } from '../observable/observable.ts';
import { ObservableValue } from '../observable/observable-value.ts';
import { placeOf } from '../place.ts';
import { Channels } from './channels.ts';
import { Fields } from './fields.ts';
import { Groups } from './groups.ts';
import type { Handlers } from './handlers.ts';
import { Messages } from './messages.ts';
import { Outbox } from './outbox.ts';
import { People } from './people.ts';
import { Personal } from './personal.ts';
import { Pins } from './pins.ts';
import { RecentDirects } from './recent-direct.ts';
import { Settings } from './settings.ts';
import { Topics } from './topics.ts';
import { Typing } from './typing.ts';
import { UnreadMessages } from './unread.ts';

/** Members of a registration that `Fields` does not hold: those of every answer, and those that other parts of the store hold. */
const heldByParts: ReadonlySet<string> = new Set([
  'result',
  'msg',
  'channel_folders',
  'cross_realm_bots',
  'drafts',
  'muted_users',
  'navigation_views',
  'never_subscribed',
  'presences',
  'realm_non_active_users',
  'realm_user_groups',
  'realm_users',
  'recent_private_conversations',
  'reminders',
  'saved_snippets',
  'scheduled_messages',
  'starred_messages',
  'streams',
  'subscriptions',
  'unread_msgs',
  'unsubscribed',
  'user_settings',
  'user_status',
  'user_topics',
]);

export type HandledEventType =
  | keyof Fields['handlers']
  | keyof Settings['handlers']
  | keyof People['handlers']
  | keyof Groups['handlers']
  | keyof Channels['handlers']
  | keyof Personal['handlers']
  | keyof Pins['handlers']
  | keyof UnreadMessages['handlers']
  | keyof Typing['handlers']
  | keyof Messages['handlers'];

/** An event, including the older variants for clients that lack a capability. */
type StoredEvent = EventOf<EventType>;

/**
 * The current state of an account: a registration with all later events applied. Every entry is observable. The cost of an
 * event depends on the size of its change, not on the size of the organization.
 */
export class Store {
  readonly #batch = new Batch();
  readonly #isLoaded = new ObservableValue(this.#batch, false);
  readonly fields = new Fields(this.#batch);
  readonly settings = new Settings(this.#batch);
  readonly people = new People(this.#batch, this.fields);
  readonly groups = new Groups(this.#batch);
  readonly channels = new Channels(this.#batch);
  readonly topics = new Topics(this.#batch);
  readonly pins = new Pins(this.#batch);
  readonly personal = new Personal(this.#batch);
  readonly unread = new UnreadMessages(this.#batch, this.channels);
  readonly recentDirects = new RecentDirects(this.#batch);
  readonly typing = new Typing(this.#batch, this.fields, this.people);
  readonly messages: Messages = new Messages(this.#batch, {
    selfId: () => this.people.selfId,
    channelIdOf: (name) => this.channels.idOf(name),
    channelNameOf: (id) => this.channels.channels.get(id)?.name,
    isPinned: (channelId, id) => this.pins.isPinned(channelId, id),
    isFollowed: (channelId, topic) => this.channels.isTopicFollowed(channelId, topic),
    isMutedPlace: (message) => {
      const place = placeOf(message, this.people.selfId);
      return place.kind === 'topic' && this.channels.isTopicMuted(place.channelId, place.topic);
    },
  });
  readonly outbox = new Outbox(this.#batch, (id) => id <= this.messages.maxId);

  /** Whether a registration was loaded. Until then, the store is empty except for the account of `preview`. */
  get isLoaded(): Observable<boolean> {
    return this.#isLoaded;
  }

  /** Runs several changes as one. Listeners are called once at the end. */
  batch<T>(change: () => T): T {
    return this.#batch.run(change);
  }

  /**
   * Wraps the delivery of notifications in `group`. With the batch function of a UI library, the page is updated once per
   * change instead of once per notification.
   */
  deliverWithin(group: (deliver: () => void) => void): void {
    this.#batch.group = group;
  }

  /** Stores the user's own account before the first registration. Does nothing afterwards. */
  preview(self: User): void {
    if (!this.#isLoaded.get()) this.#batch.run(() => this.people.preview(self));
  }

  /** Loads a registration, which replaces all data. */
  load(initial: Registration): void {
    this.#batch.run(() => {
      const own = Object.entries(initial).filter(([name]) => !heldByParts.has(name));
      this.fields.load(Object.fromEntries(own));
      this.settings.load(initial);
      this.people.load(initial);
      this.groups.load(initial);
      this.channels.load(initial);
      this.topics.clear();
      this.pins.clear();
      this.personal.load(initial);
      this.unread.load(initial);
      this.recentDirects.load(initial);
      this.typing.clear();
      this.messages.load(initial);
      this.outbox.load();
      this.#isLoaded.set(true);
    });
  }

  /** Applies events in order. Listeners are called once at the end. */
  apply(events: readonly StoredEvent[]): void {
    this.#batch.run(() => {
      for (const event of events) {
        for (const part of this.#parts) {
          const handle = part[event.type] as ((event: StoredEvent) => void) | undefined;
          handle?.(event);
        }
      }
    });
  }

  /** Handlers of events that change several parts of the store consistently. In addition, each part handles its own data. */
  readonly #joint = {
    subscription: (event) => {
      if (event.op === 'update' && event.property === 'is_muted')
        this.unread.refreshPolicies(event.stream_id);
      if (event.op !== 'add' && event.op !== 'remove') return;
      for (const { stream_id: id } of event.subscriptions) {
        if (event.op === 'remove') this.unread.removeChannel(id);
        else this.unread.refreshPolicies(id);
        this.messages.makeChannelStale(id);
      }
    },
    stream: (event) => {
      if (event.op !== 'delete') return;
      for (const { stream_id: id } of event.streams) {
        this.unread.removeChannel(id);
        this.messages.removeChannel(id);
      }
    },
    pin: ({ stream_id: id }) => this.messages.makeChannelStale(id, 'pinned'),
    user_topic: ({ stream_id: id }) => this.unread.refreshPolicies(id),
    update_message: ({
      stream_id: from,
      new_stream_id: channelId = from,
      subject,
      orig_subject,
      message_ids: ids,
    }) => {
      if (channelId === undefined || (subject === undefined && channelId === from)) return;
      this.unread.move(ids, { kind: 'topic', channelId, topic: subject ?? orig_subject ?? '' });
    },
  } satisfies Handlers;

  readonly #parts: readonly Handlers[] = [
    this.fields.handlers,
    this.settings.handlers,
    this.people.handlers,
    this.groups.handlers,
    this.channels.handlers,
    this.topics.handlers,
    this.pins.handlers,
    this.personal.handlers,
    this.unread.handlers,
    this.recentDirects.handlers,
    this.typing.handlers,
    this.messages.handlers,
    this.outbox.handlers,
    this.#joint,
  ];
}
