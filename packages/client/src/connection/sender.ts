import type { Client } from '../client.ts';
import type { MessageId } from '../ids.ts';
import type { ParamsOf } from '../operations.ts';
import { type Place, placeKey } from '../place.ts';
import type { OutgoingMessage } from '../store/outbox.ts';
import type { Store } from '../store/store.ts';
import { backoffMs, sleep } from '../transport/backoff.ts';
import { asError, isTransient } from '../transport/errors.ts';

export type SendOptions = {
  /** Whether the message counts as read for its sender from the start. Default true. */
  readonly readBySender?: boolean;
};

const backoff = { firstMs: 2_000, maxMs: 30_000 };

/**
 * Sends messages, and shows them in the outbox until the server confirms them. Messages to the same place are sent one after
 * the other. Sending is retried until the server stores or refuses the message. All attempts of a message carry the same queue
 * ID and local ID, so that the server stores it only once.
 */
export class Sender {
  readonly #client: Client;
  readonly #store: Store;
  readonly #queueId: () => string | undefined;
  /** Promises by place. Each resolves when all messages to the place that were queued so far are sent or refused. */
  readonly #last = new Map<string, Promise<void>>();
  #stop = new AbortController();
  /** Ends the waits before retries: `flush` aborts it. */
  #chance = new AbortController();
  #count = 0;

  constructor(client: Client, store: Store, queueId: () => string | undefined) {
    this.#client = client;
    this.#store = store;
    this.#queueId = queueId;
  }

  readonly send = (place: Place, content: string, { readBySender = true }: SendOptions = {}): string => {
    const localId = `${Date.now()}.${Math.random().toString(36).slice(2, 8)}.${++this.#count}`;
    const timestamp = Math.floor(Date.now() / 1000);
    // Records the queue ID before the first attempt: together with the local ID it identifies the message, even after a restart
    // of the program.
    const queueId = this.#queueId();
    const seenId = this.#store.messages.newestIn(place);
    const message = {
      localId,
      place,
      content,
      readBySender,
      timestamp,
      ...(queueId !== undefined && { queueId }),
      seenId,
    };
    this.#begin({ ...message, state: 'sending' });
    return localId;
  };

  readonly resend = (localId: string): void => {
    const message = this.#store.outbox.messages.get(localId);
    if (message?.state === 'failed') this.#begin(message);
    if (message?.state === 'waiting') this.flush();
  };

  readonly restore = (messages: readonly OutgoingMessage[]): void => {
    for (const message of messages) {
      if (message.state === 'failed') this.#store.outbox.put(message);
      else this.#begin(message);
    }
  };

  #begin({ error: _error, ...message }: OutgoingMessage): void {
    this.#store.outbox.put({ ...message, state: 'sending' });
    this.#enqueue(message.localId, placeKey(message.place));
  }

  start(): void {
    if (!this.#stop.signal.aborted) return;
    this.#stop = new AbortController();
    const unsent = [...this.#store.outbox.messages.values()];
    this.restore(unsent.filter(({ state }) => state === 'sending' || state === 'waiting'));
  }

  /** Retries all waiting messages immediately. The connection calls it when the server answers again. */
  flush(): void {
    this.#chance.abort();
    this.#chance = new AbortController();
  }

  /** Stops sending. Unsent messages stay in the outbox. */
  stop(): void {
    this.#stop.abort();
  }

  #enqueue(localId: string, key: string): void {
    const before = this.#last.get(key) ?? Promise.resolve();
    const mine = before.then(() => this.#deliver(localId));
    this.#last.set(key, mine);
    void mine.then(() => {
      if (this.#last.get(key) === mine) this.#last.delete(key);
    });
  }

  /** Retries until the server stores or refuses the message, it is discarded, or sending is stopped. Never rejects. */
  async #deliver(localId: string): Promise<void> {
    const { outbox } = this.#store;
    for (let attempt = 0; !this.#stop.signal.aborted; attempt++) {
      const message = this.#assigned(localId);
      if (message === undefined) return;
      try {
        // Without a queue ID, the server could not recognize a retry. So the message waits until there is a queue.
        if (message.queueId !== undefined) {
          const { id } = await this.#client.call('send-message', paramsOf(message, message.queueId), {
            signal: this.#stop.signal,
          });
          return this.#settle(message, id);
        }
      } catch (error) {
        if (this.#stop.signal.aborted) return;
        if (!isTransient(error)) return outbox.markFailed(localId, asError(error));
        outbox.markWaiting(localId, asError(error));
      }
      await this.#nextChance(attempt);
    }
  }

  #settle({ localId, place }: OutgoingMessage, messageId: MessageId): void {
    const { outbox, channels, messages } = this.#store;
    const willArrive = place.kind === 'direct' || channels.isSubscribed(place.channelId);
    if (willArrive) outbox.markSent(localId, messageId);
    else {
      // The server sends no event for a message to a channel that the user is not subscribed to, so the message is fetched.
      outbox.discard(localId);
      messages.onMissing([messageId]);
    }
  }

  /**
   * Returns a message; undefined for a discarded one. If the message has no queue ID and there is a queue, first records the ID
   * of the queue, which all attempts then carry.
   */
  #assigned(localId: string): OutgoingMessage | undefined {
    const { outbox } = this.#store;
    const message = outbox.messages.get(localId);
    const queueId = this.#queueId();
    if (!message || message.queueId !== undefined || queueId === undefined) return message;
    outbox.put({ ...message, queueId });
    return outbox.messages.get(localId);
  }

  async #nextChance(attempt: number): Promise<void> {
    const signal = AbortSignal.any([this.#chance.signal, this.#stop.signal]);
    await sleep(backoffMs(attempt, backoff), signal).catch(() => undefined);
  }
}

function paramsOf(
  { place, content, localId, readBySender, seenId }: OutgoingMessage,
  queueId: string,
): ParamsOf<'send-message'> {
  const rest = { content, queue_id: queueId, local_id: localId, read_by_sender: readBySender };
  if (place.kind === 'direct') return { type: 'direct', to: place.userIds, ...rest };
  const seen = seenId === undefined ? {} : { seen_message_id: seenId };
  return { type: 'channel', to: place.channelId, topic: place.topic, ...rest, ...seen };
}
