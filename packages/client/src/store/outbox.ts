import type { MessageId } from '../ids.ts';
import type { Batch } from '../observable/batch.ts';
import { ObservableMap } from '../observable/observable-map.ts';
import { type Place, type PlaceKey, placeKey } from '../place.ts';
import type { Handlers } from './handlers.ts';
import { wholeMoveOf } from './message-change.ts';

/** A message that is being sent. */
export type OutgoingMessage = {
  readonly localId: string;
  readonly place: Place;
  /** The text as Markdown source. */
  readonly content: string;
  /** Time of sending in Unix seconds. */
  readonly timestamp: number;
  /** Whether the message counts as read for its sender from the start. */
  readonly readBySender: boolean;
  /**
   * - `sending`: the server has not answered yet.
   * - `waiting`: an attempt failed temporarily, and sending will be retried.
   * - `sent`: the server has stored the message, and its event has not arrived yet.
   * - `failed`: the server refused the message. It can be sent again or discarded.
   */
  readonly state: 'sending' | 'waiting' | 'sent' | 'failed';
  /** Why the message is waiting or has failed. */
  readonly error?: Error;
  /** ID of the event queue that all attempts carry. The server recognizes a retry by this ID and the local ID. */
  readonly queueId?: string;
  /** ID of the newest message that the user sees in the topic. The server finds the topic by it, if it was moved a moment ago. */
  readonly seenId?: number | undefined;
  /** ID of the stored message; absent until the server has answered. */
  readonly messageId?: MessageId;
};

/** Messages whose events have not arrived yet, in the order in which the user sent them. */
export class Outbox {
  /** Messages by local ID. */
  readonly messages: ObservableMap<string, OutgoingMessage>;
  readonly #batch: Batch;
  #hasArrived: (messageId: MessageId) => boolean;

  constructor(batch: Batch, hasArrived: (messageId: MessageId) => boolean) {
    this.#batch = batch;
    this.messages = new ObservableMap(batch);
    this.#hasArrived = hasArrived;
  }

  to(key: PlaceKey): OutgoingMessage[] {
    return [...this.messages.values()].filter(({ place }) => placeKey(place) === key);
  }

  put(message: OutgoingMessage): void {
    this.messages.set(message.localId, message);
  }

  /** Records that the server stored a message. The message leaves the outbox when its event arrives. */
  markSent(localId: string, messageId: MessageId): void {
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

  /** Removes messages that the server has stored, because after a registration they are loaded like all other messages. */
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
    // Unsent messages follow a topic that moves. Otherwise they would create the former topic again.
    update_message: (event) => {
      const move = wholeMoveOf(event);
      if (!move) return;
      for (const { localId, state } of this.to(placeKey(move.from))) {
        if (state !== 'sent') this.messages.patch(localId, { place: move.to });
      }
    },
  } satisfies Handlers;
}
