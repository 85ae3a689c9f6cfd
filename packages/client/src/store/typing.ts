import type { UserId } from '../ids.ts';
import type { Batch } from '../observable/batch.ts';
import { ObservableMap } from '../observable/observable-map.ts';
import { directPlace, type PlaceKey, placeKey, placeOf, topicKey } from '../place.ts';
import type { Fields } from './fields.ts';
import type { Handlers } from './handlers.ts';
import type { People } from './people.ts';

/** Users who are typing. An entry expires unless the server repeats the notification. */
export class Typing {
  /** IDs of users who are typing a message, by place. */
  readonly places: ObservableMap<PlaceKey, readonly number[]>;
  /** IDs of users who are editing a message, by message ID. */
  readonly edits: ObservableMap<number, readonly number[]>;
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();
  readonly #batch: Batch;
  readonly #fields: Fields;
  readonly #people: People;

  constructor(batch: Batch, fields: Fields, people: People) {
    this.#batch = batch;
    this.places = new ObservableMap(batch);
    this.edits = new ObservableMap(batch);
    this.#fields = fields;
    this.#people = people;
  }

  /** Removes all entries. Needed after a new registration, because earlier events that end typing may have been missed. */
  clear(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
    this.places.replaceAll([]);
    this.edits.replaceAll([]);
  }

  readonly handlers = {
    typing: ({ op, sender, stream_id: channelId, topic = '', recipients = [] }) => {
      const { selfId } = this.#people;
      if (sender.user_id === selfId) return;
      const people = recipients.map(({ user_id: id }) => id);
      const key =
        channelId === undefined ? placeKey(directPlace(people, selfId)) : topicKey(channelId, topic);
      this.#change(this.places, key, sender.user_id, op);
    },
    typing_edit_message: ({ op, sender_id: userId, message_id: id }) => {
      if (userId !== this.#people.selfId) this.#change(this.edits, id, userId, op);
    },
    // A user who has sent a message no longer types it. The event that reports this may be lost.
    message: ({ message }) => {
      const key = placeKey(placeOf(message, this.#people.selfId));
      if (this.places.get(key)?.includes(message.sender_id)) {
        this.#change(this.places, key, message.sender_id, 'stop');
      }
    },
  } satisfies Handlers;

  #change<K>(map: ObservableMap<K, readonly number[]>, key: K, userId: UserId, op: string): void {
    const timerKey = `${String(key)} ${userId}`;
    clearTimeout(this.#timers.get(timerKey));
    this.#timers.delete(timerKey);
    const others = (map.get(key) ?? []).filter((id) => id !== userId);
    if (op === 'stop') {
      if (others.length > 0) map.set(key, others);
      else map.delete(key);
      return;
    }
    if (!map.get(key)?.includes(userId)) map.set(key, [...others, userId]);
    const lifeMs = this.#fields.get('server_typing_started_expiry_period_milliseconds') ?? 15_000;
    const expire = () => this.#batch.run(() => this.#change(map, key, userId, 'stop'));
    this.#timers.set(timerKey, setTimeout(expire, lifeMs));
  }
}
