import { type Registration, type ServerEvent, Store } from '@parley/client';
import type { Body, EventReader } from '@parley/test-kit';

// Converts the state of the client library's store into a format in which two stores can be compared.

/** Returns the parameters of a registration that requests all data, for a client with the given capabilities. */
export const registrationOf = (capabilities: Record<string, boolean>): Body => ({
  client_capabilities: capabilities,
  apply_markdown: true,
  client_gravatar: false,
  slim_presence: true,
  include_subscribers: 'true',
});

/** Fields that describe the registration itself, or that events do not update. */
const notContinued = new Set([
  'queue_id',
  'last_event_id',
  'max_message_id',
  'presence_last_update_id',
  // Changes only when all gateways restart, or with another release.
  'server_generation',
  'server_timestamp',
]);

/** Properties of a channel that the server recomputes periodically. */
const occasional = ['is_recently_active', 'stream_weekly_traffic'];

/**
 * Settings of a channel that may inherit the person's own settings. In that case events contain null, but a registration
 * without the capability `notification_settings_null` contains the inherited value.
 */
const inheritable = [
  'audible_notifications',
  'desktop_notifications',
  'email_notifications',
  'push_notifications',
  'wildcard_mentions_notify',
];

/** A store that applies the events of a queue. */
export class FollowingStore {
  readonly store = new Store();
  /** Applied types of events, as `type` or `type/op`. */
  readonly seen = new Set<string>();
  #newest: number;

  constructor(initial: Body) {
    this.store.load(initial as unknown as Registration);
    this.#newest = initial.max_message_id as number;
  }

  /** Reads and applies all events of the queue. */
  async follow(reader: EventReader): Promise<this> {
    if (reader.readsStreams) {
      const events = await reader.catchUp();
      for (const event of events) this.#note(event);
      this.store.apply(events as ServerEvent[]);
      return this;
    }
    for (let events = await reader.pollNow(); events.length > 0; events = await reader.pollNow()) {
      for (const event of events) this.#note(event);
      this.store.apply(events as ServerEvent[]);
    }
    return this;
  }

  #note({ type, op, message }: Body): void {
    this.seen.add(op === undefined ? type : `${type}/${op}`);
    if (type !== 'message') return;
    if (message.id <= this.#newest) throw new Error(`Message ${message.id} came after ${this.#newest}`);
    this.#newest = message.id;
  }
}

type Entries = Iterable<readonly [unknown, unknown]>;

const byKey = (entries: Entries): Body =>
  Object.fromEntries(
    [...entries]
      .map(([key, value]) => [String(key), value] as const)
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  );

const sorted = (ids: Iterable<number>): number[] => [...ids].sort((one, other) => one - other);

/** Returns the state of a client's store with the given capabilities. Lists without a defined order are sorted. */
export function stateOf(store: Store, capabilities: Record<string, boolean>): Body {
  const { channels, groups, people, personal, unread } = store;
  const ignored = capabilities.notification_settings_null ? [] : inheritable;
  const settings = (entries: Iterable<[number, object]>) =>
    byKey([...entries].map(([id, each]) => [id, without(each, ignored)]));
  return {
    fields: byKey([...store.fields.entries()].filter(([name]) => !notContinued.has(name)).map(unordered)),
    settings: byKey(store.settings.entries()),
    users: byKey(people.users.entries()),
    statuses: byKey(people.statuses.entries()),
    mutedUsers: byKey(people.muted.entries()),
    groups: byKey(
      [...groups.groups.entries()].map(([id, group]) => [
        id,
        {
          ...group,
          members: sorted(group.members),
          direct_subgroup_ids: sorted(group.direct_subgroup_ids),
        },
      ]),
    ),
    channels: byKey(
      [...channels.channels.entries()].map(([id, channel]) => [id, without(channel, occasional)]),
    ),
    subscriptions: settings(channels.subscriptions.entries()),
    former: settings(channels.former.entries()),
    subscribers: byKey([...channels.subscribers.entries()].map(([id, list]) => [id, sorted(list)])),
    folders: byKey(channels.folders.entries()),
    userTopics: byKey(channels.userTopics.entries()),
    drafts: byKey(personal.drafts.entries()),
    savedSnippets: byKey(personal.savedSnippets.entries()),
    scheduledMessages: byKey(personal.scheduledMessages.entries()),
    reminders: byKey(personal.reminders.entries()),
    navigationViews: byKey(personal.navigationViews.entries()),
    unread: sorted(unread.ids()),
    unreadPlaces: byKey(unread.places.entries()),
    unreadChannels: byKey(unread.channels.entries()),
    unreadTotals: unread.totals.get(),
    recentDirects: byKey(store.recentDirects.conversations.entries()),
    starred: sorted(store.messages.starred.keys()),
  };
}

const without = (value: object, names: readonly string[]): object =>
  Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));

/** Functions that return the sort key of a list's items, for lists without a defined order. */
const keys: Record<string, (item: never) => string | number> = {
  alert_words: (word: string) => word,
  realm_bots: (bot: Body) => bot.user_id,
  realm_default_streams: (id: number) => id,
  realm_domains: (domain: Body) => domain.domain,
  muted_topics: (topic: string[]) => JSON.stringify(topic),
};

function unordered([name, value]: readonly [string, unknown]): [string, unknown] {
  const keyOf = keys[name] as ((item: unknown) => string | number) | undefined;
  if (!keyOf) return [name, value];
  return [name, (value as unknown[]).toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))];
}
