import type { Client } from '../client.ts';
import type { ParamsOf } from '../operations.ts';
import { type Place, placeKey } from '../place.ts';
import type { OutgoingMessage } from '../store/outbox.ts';
import type { Store } from '../store/store.ts';
import { ConnectionError } from '../transport/errors.ts';

export type SendOptions = {
  /** Whether the message starts as read for its sender; true by default. */
  readonly readBySender?: boolean;
};

type Draft = { readonly place: Place; readonly content: string; readonly options: SendOptions };
/** How the server recognizes that an attempt repeats another. */
type Attempt = Draft & { readonly queueId: string; readonly localId: string };

/**
 * Sends messages with local echo. Messages to one place are sent one after the other, so that they keep their order.
 * Each attempt of a message carries the same queue and local ID, so that the server stores it once.
 */
export class Sender {
  readonly #client: Client;
  readonly #store: Store;
  readonly #queueId: () => string | undefined;
  readonly #attempts = new Map<string, Attempt>();
  /** By place: the end of what is being sent there. */
  readonly #last = new Map<string, Promise<void>>();
  /** What was sent before there was a queue. */
  #waiting: (Draft & { readonly localId: string })[] = [];
  #count = 0;

  constructor(client: Client, store: Store, queueId: () => string | undefined) {
    this.#client = client;
    this.#store = store;
    this.#queueId = queueId;
  }

  readonly send = (place: Place, content: string, options: SendOptions = {}): string => {
    const localId = `${Date.now()}.${++this.#count}`;
    const outgoing: OutgoingMessage = {
      localId,
      place,
      content,
      timestamp: Math.floor(Date.now() / 1000),
      state: 'sending',
    };
    this.#store.outbox.put(outgoing);
    this.#begin({ place, content, options, localId });
    return localId;
  };

  readonly resend = (localId: string): void => {
    const attempt = this.#attempts.get(localId);
    const outgoing = this.#store.outbox.messages.get(localId);
    if (!attempt || outgoing?.state !== 'failed') return;
    const { error: _error, ...rest } = outgoing;
    this.#store.outbox.put({ ...rest, state: 'sending' });
    this.#enqueue(attempt);
  };

  /** Sends what waited for an event queue. */
  flush(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const draft of waiting) this.#begin(draft);
  }

  #begin(draft: Draft & { readonly localId: string }): void {
    const queueId = this.#queueId();
    if (queueId === undefined) return void this.#waiting.push(draft);
    this.#enqueue({ ...draft, queueId });
  }

  #enqueue(attempt: Attempt): void {
    this.#attempts.set(attempt.localId, attempt);
    const key = placeKey(attempt.place);
    const before = this.#last.get(key) ?? Promise.resolve();
    const mine = before.then(() => this.#sendOnce(attempt));
    this.#last.set(key, mine);
    void mine.then(() => {
      if (this.#last.get(key) === mine) this.#last.delete(key);
    });
  }

  /** Never throws: the outbox says what became of it. */
  async #sendOnce({ place, content, options, queueId, localId }: Attempt): Promise<void> {
    if (!this.#store.outbox.messages.has(localId)) return;
    try {
      const { id } = await this.#client.call('send-message', {
        ...recipientOf(place),
        content,
        queue_id: queueId,
        local_id: localId,
        read_by_sender: options.readBySender ?? true,
      });
      this.#attempts.delete(localId);
      this.#store.outbox.markSent(localId, id);
    } catch (error) {
      this.#store.outbox.markFailed(localId, toError(error));
    }
  }
}

const recipientOf = (place: Place): Pick<ParamsOf<'send-message'>, 'type' | 'to' | 'topic'> =>
  place.kind === 'topic'
    ? { type: 'channel', to: place.channelId, topic: place.topic }
    : { type: 'direct', to: [...place.userIds] };

const toError = (error: unknown): Error =>
  error instanceof Error ? error : new ConnectionError('send-message', String(error));
