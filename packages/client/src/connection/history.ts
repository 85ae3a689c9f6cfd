import type { Client } from '../client.ts';
import type { Narrow } from '../narrow/narrow.ts';
import type { Message } from '../objects.ts';
import type { MessageList } from '../store/message-list.ts';
import type { Store } from '../store/store.ts';

/** A place in the history: a message, or one that the server finds. */
export type Anchor = number | 'newest' | 'oldest' | 'first_unread';

export type LoadOptions = {
  readonly anchor: Anchor;
  /** Messages before the anchor. */
  readonly before?: number;
  /** Messages after the anchor. */
  readonly after?: number;
  readonly signal?: AbortSignal;
};

/** Messages that are known to be missing are asked for together, after so many milliseconds. */
const gatherMs = 10;
/** Messages of one request for single ones. */
const maxIds = 500;
/** Messages around the newest one of a list that is read again. */
const reloadSize = 50;

/** Reads messages into the store's lists. */
export class History {
  readonly #client: Client;
  readonly #store: Store;
  readonly #missing = new Set<number>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(client: Client, store: Store) {
    this.#client = client;
    this.#store = store;
    store.messages.onMissing = (ids) => this.#gather(ids);
    store.topics.onStale = (channelId) => void this.loadTopics(channelId).catch(() => undefined);
  }

  /** Returns the list of a narrow; `load` fills it. */
  list(narrow: Narrow): MessageList {
    return this.#store.messages.list(narrow);
  }

  /** Reads messages of a narrow around an anchor; returns the ID of the message at the anchor. */
  async load(list: MessageList, { anchor, before = 0, after = 0, signal }: LoadOptions): Promise<number> {
    const { messages } = this.#store;
    const flight = messages.beginFlight();
    try {
      const answer = await this.#client.call(
        'get-messages',
        {
          anchor: String(anchor),
          num_before: before,
          num_after: after,
          narrow: [...list.narrow] as never,
          apply_markdown: true,
          client_gravatar: false,
          allow_empty_topic_name: true,
        },
        { signal },
      );
      const found = answer.messages as Message[];
      const at = answer.anchor ?? 0;
      const [first, last] = [found[0]?.id ?? at, found.at(-1)?.id ?? at];
      // A page covers the anchor even where its message is gone or is none of this narrow.
      const from = answer.found_oldest ? 0 : before === 0 ? Math.min(first, at) : first;
      const to = answer.found_newest ? Number.POSITIVE_INFINITY : after === 0 ? Math.max(last, at) : last;
      messages.receive(flight, { messages: found, from, to }, list);
      return at;
    } finally {
      messages.endFlight(flight);
    }
  }

  /** Reads older messages than a part of a list has; returns whether there were any to read. */
  async loadBefore(list: MessageList, messageId: number, count = 100): Promise<boolean> {
    const range = list.rangeAt(messageId);
    if (!range || range.from === 0) return false;
    await this.load(list, { anchor: range.from, before: count });
    return true;
  }

  /** Reads newer messages than a part of a list has; returns whether there were any to read. */
  async loadAfter(list: MessageList, messageId: number, count = 100): Promise<boolean> {
    const range = list.rangeAt(messageId);
    if (!range || range.to === Number.POSITIVE_INFINITY) return false;
    await this.load(list, { anchor: range.to, after: count });
    return true;
  }

  /** Reads the topics of a channel into `store.topics`. */
  async loadTopics(channelId: number): Promise<void> {
    const { topics } = await this.#client.call('get-stream-topics', {
      stream_id: channelId,
      allow_empty_topic_name: true,
    });
    this.#store.batch(() => this.#store.topics.receive(channelId, topics));
  }

  /** Reads the lists that are on view again, after a registration replaced the store. */
  reload(): void {
    for (const list of this.#store.messages.lists) {
      void this.load(list, { anchor: 'newest', before: reloadSize }).catch(() => undefined);
    }
  }

  #gather(ids: readonly number[]): void {
    for (const id of ids) this.#missing.add(id);
    this.#timer ??= setTimeout(() => void this.#loadMissing(), gatherMs);
  }

  /** What cannot be read now is read when it is needed again. */
  async #loadMissing(): Promise<void> {
    this.#timer = undefined;
    const ids = [...this.#missing].slice(0, maxIds);
    for (const id of ids) this.#missing.delete(id);
    if (this.#missing.size > 0) this.#gather([]);
    const { messages } = this.#store;
    const flight = messages.beginFlight();
    try {
      const answer = await this.#client.call('get-messages', {
        message_ids: ids,
        apply_markdown: true,
        client_gravatar: false,
        allow_empty_topic_name: true,
      });
      messages.receive(flight, { messages: answer.messages as Message[], from: 0, to: 0 });
    } catch {
      messages.endFlight(flight);
    }
  }
}
