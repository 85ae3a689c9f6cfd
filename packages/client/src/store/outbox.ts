import type { Batch } from '../observable/batch.ts';
import { ObservableMap } from '../observable/observable-map.ts';
import { type Place, type PlaceKey, placeKey } from '../place.ts';
import type { Handlers } from './handlers.ts';

/** A message that is being sent. */
export type OutgoingMessage = {
  readonly localId: string;
  readonly place: Place;
  /** Markdown source. */
  readonly content: string;
  /** Time of sending in Unix seconds. */
  readonly timestamp: number;
  /** Whether the message is read for its sender from the start. */
  readonly readBySender: boolean;
  /**
   * `sending`: the server has not answered yet. `waiting`: the server is not reachable, and the message is sent when it
   * is. `sent`: the server answered, and the message event has not arrived yet. `failed`: the server refused the
   * message, which can be sent again or discarded.
   */
  readonly state: 'sending' | 'waiting' | 'sent' | 'failed';
  /** The reason for which it waits or failed. */
  readonly error?: Error;
  /** The event queue that all attempts name. By it the server recognizes a repeated attempt. */
  readonly queueId?: string;
  /** ID of the message; absent until the server has answered. */
  readonly messageId?: number;
};

/** Messages that were sent and whose events have not arrived yet, in the order in which they were sent. */
export class Outbox {
  /** Messages by local ID. */
  readonly messages: ObservableMap<string, OutgoingMessage>;
  readonly #batch: Batch;
  #hasArrived: (messageId: number) => boolean;

  constructor(batch: Batch, hasArrived: (messageId: number) => boolean) {
    this.#batch = batch;
    this.messages = new ObservableMap(batch);
    this.#hasArrived = hasArrived;
  }

  /** Returns the messages that are being sent to a place. */
  to(key: PlaceKey): OutgoingMessage[] {
    return [...this.messages.values()].filter(({ place }) => placeKey(place) === key);
  }

  put(message: OutgoingMessage): void {
    this.messages.set(message.localId, message);
  }

  /** Records that the server stored a message. It leaves the outbox when its event arrives. */
  markSent(localId: string, messageId: number): void {
    this.#batch.run(() => {
      if (this.#hasArrived(messageId)) this.messages.delete(localId);
      else {
        const message = this.messages.get(localId);
        if (!message) return;
        const { error: _error, ...rest } = message;
        this.messages.set(localId, { ...rest, state: 'sent', messageId });
      }
    });
  }

  markWaiting(localId: string, error: Error): void {
    this.messages.patch(localId, { state: 'waiting', error });
  }

  markFailed(localId: string, error: Error): void {
    this.messages.patch(localId, { state: 'failed', error });
  }

  discard(localId: string): void {
    this.messages.delete(localId);
  }

  /** Removes messages that the server has stored. After a registration they are read like all other messages. */
  load(): void {
    for (const { localId, state } of [...this.messages.values()]) if (state === 'sent') this.discard(localId);
  }

  readonly handlers = {
    message: ({ message, local_message_id: localId }) => {
      if (localId !== undefined) this.discard(localId);
      for (const each of [...this.messages.values()]) {
        if (each.messageId === message.id) this.discard(each.localId);
      }
    },
  } satisfies Handlers;
}
