/** Decides which messages of a list show that they were moved. */
import { type Message, topicKey } from '@parley/client';

/** What the decision needs of a message. */
export type Moved = Pick<Message, 'stream_id' | 'subject' | 'timestamp' | 'last_moved_timestamp'>;

/** Returns when a message came to the topic where it is, in Unix seconds. */
const arrival = ({ timestamp, last_moved_timestamp: movedAt }: Moved): number => movedAt ?? timestamp;

/**
 * A message shows that it was moved if it joined a topic that had messages already: they were written without it. When a whole topic is
 * renamed or moved, its messages stay among themselves, and a mark on each of them would say nothing.
 */
export class MovedMarks {
  /** Keys of topics by message, because a list of several topics compares many messages. */
  readonly #keys = new WeakMap<Moved, string>();

  /** @param listed the messages of the list, in the order in which they were sent */
  isShown(message: Moved, listed: Iterable<Moved>): boolean {
    const movedAt = message.last_moved_timestamp;
    if (movedAt === undefined || message.stream_id === undefined) return false;
    for (const other of listed) {
      if (other.timestamp >= movedAt) return false;
      if (arrival(other) < movedAt && this.#isSameTopic(message, other)) return true;
    }
    return false;
  }

  #isSameTopic(one: Moved, other: Moved): boolean {
    if (one.stream_id !== other.stream_id) return false;
    return one.subject === other.subject || this.#keyOf(one) === this.#keyOf(other);
  }

  #keyOf(message: Moved): string {
    const known = this.#keys.get(message);
    if (known !== undefined) return known;
    const key = topicKey(message.stream_id!, message.subject);
    this.#keys.set(message, key);
    return key;
  }
}
