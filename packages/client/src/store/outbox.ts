import type { Batch } from '../observable/batch.ts';
import { ObservableMap } from '../observable/observable-map.ts';
import { type Place, type PlaceKey, placeKey } from '../place.ts';
import type { Handlers } from './handlers.ts';

/** A message on its way to the server. */
export type OutgoingMessage = {
  readonly localId: string;
  readonly place: Place;
  /** Markdown, as it was written. */
  readonly content: string;
  /** When it was sent, in Unix seconds. */
  readonly timestamp: number;
  /** Whether it starts as read for its sender. */
  readonly readBySender: boolean;
  /**
   * `sending` until the server has it; `waiting` while the server is not reached: it is sent when it is; `sent` from the
   * server's answer until the message itself arrives; `failed` when the server refused it: it can be sent again, or
   * discarded.
   */
  readonly state: 'sending' | 'waiting' | 'sent' | 'failed';
  /** Why it waits, or failed. */
  readonly error?: Error;
  /** The event queue that its attempts name, which lets the server recognize a second one. */
  readonly queueId?: string;
  /** ID of the message, once the server answered. */
  readonly messageId?: number;
};

/** Messages that the user has sent and that have not arrived yet, in the order of sending. */
export class Outbox {
  /** By local ID. */
  readonly messages: ObservableMap<string, OutgoingMessage>;
  readonly #batch: Batch;
  #hasArrived: (messageId: number) => boolean;

  constructor(batch: Batch, hasArrived: (messageId: number) => boolean) {
    this.#batch = batch;
    this.messages = new ObservableMap(batch);
    this.#hasArrived = hasArrived;
  }

  /** Messages that are on their way to a place. */
  to(key: PlaceKey): OutgoingMessage[] {
    return [...this.messages.values()].filter(({ place }) => placeKey(place) === key);
  }

  put(message: OutgoingMessage): void {
    this.messages.set(message.localId, message);
  }

  /** Notes that the server has a message. It leaves the outbox when the message itself is there. */
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

  /** Lets messages go that the server has: after a registration they are read like all others. */
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
