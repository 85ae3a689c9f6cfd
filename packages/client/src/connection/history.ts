import type { Client } from '../client.ts';
import type { Narrow } from '../narrow/narrow.ts';
import type { AnswerOf } from '../operations.ts';
import type { MessageList } from '../store/message-list.ts';
import type { Page } from '../store/messages.ts';
import type { Store } from '../store/store.ts';
import { sleep } from '../transport/backoff.ts';

/** A position in the history: a message ID, or a position that the server determines. */
export type Anchor = number | 'newest' | 'oldest' | 'first_unread';

export type LoadOptions = {
  readonly anchor: Anchor;
  /** Number of messages before the anchor. */
  readonly before?: number;
  /** Number of messages after the anchor. */
  readonly after?: number;
  readonly signal?: AbortSignal;
  /** Awaited before the page is stored: `Connection.preview`, without which direct messages have no place. */
  readonly until?: Promise<unknown>;
};

/** Time in milliseconds for which missing messages are collected, until one request fetches them by ID. */
const gatherMs = 10;
/** Maximum number of missing messages that one request fetches. */
const maxIds = 500;
/** Number of messages on each side of the reader's position that are read when a list is read again. */
const reloadSize = 50;
/** Maximum number of attempts to read a page while registrations replace the store. */
const maxAttempts = 3;

/** Reads messages into the lists of the store. */
export class History {
  readonly #client: Client;
  readonly #store: Store;
  readonly #missing = new Set<number>();
  readonly #reloads = new Map<MessageList, Promise<void>>();
  #gathering: Promise<void> | undefined;

  constructor(client: Client, store: Store) {
    this.#client = client;
    this.#store = store;
    store.messages.onMissing = (ids) => this.#gather(ids);
    store.messages.onStale = () => this.reload();
    store.topics.onStale = (channelId) => void this.loadTopics(channelId).catch(() => undefined);
  }

  /** Returns the list of a narrow. `load` fills it. */
  list(narrow: Narrow): MessageList {
    return this.#store.messages.list(narrow);
  }

  /**
   * Reads messages of a narrow around an anchor. Returns the ID of the message at the anchor.
   * @throws the errors of `Client.call`
   */
  async load(list: MessageList, options: LoadOptions): Promise<number> {
    // Pages that are read while the list is stale would not fit the list that replaces it.
    const reload = this.#reloads.get(list);
    if (reload) await reload.catch(() => undefined);
    for (let attempt = 1; ; attempt++) {
      const anchor = await this.#loadOnce(list, options);
      if (anchor !== undefined) return anchor;
      if (attempt === maxAttempts)
        throw new Error('The store was replaced repeatedly while messages were read');
    }
  }

  /** Reads a page once. Returns undefined when the store was replaced during the request. */
  async #loadOnce(
    list: MessageList,
    { anchor, before = 0, after = 0, signal, until }: LoadOptions,
  ): Promise<number | undefined> {
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
      await until;
      const at = answer.anchor ?? 0;
      const isTaken = messages.receive(flight, pageOf(answer, at, { before, after }), list);
      messages.trim();
      return isTaken ? at : undefined;
    } finally {
      messages.endFlight(flight);
    }
  }

  /** Reads messages older than a range of a list. Returns whether there were any. */
  async loadBefore(list: MessageList, messageId: number, count = 100): Promise<boolean> {
    const range = list.rangeAt(messageId);
    if (!range || range.from === 0) return false;
    await this.load(list, { anchor: range.from, before: count });
    return true;
  }

  /** Reads messages newer than a range of a list. Returns whether there were any. */
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

  /** Reads stale lists again. Lists that cannot be read now are read at the next call. */
  reload(): void {
    for (const list of this.#store.messages.staleLists) {
      if (this.#reloads.has(list)) continue;
      const { focusId } = list;
      const options: LoadOptions =
        focusId === undefined
          ? { anchor: 'newest', before: reloadSize * 2 }
          : { anchor: focusId, before: reloadSize, after: reloadSize };
      const reload = this.#reloadOnce(list, options).finally(() => this.#reloads.delete(list));
      this.#reloads.set(list, reload);
    }
  }

  async #reloadOnce(list: MessageList, options: LoadOptions): Promise<void> {
    try {
      while ((await this.#loadOnce(list, options)) === undefined);
    } catch {
      // The list stays stale.
    }
  }

  /** Resolves when no missing message is requested and no list is read again. */
  async settled(): Promise<void> {
    while (this.#gathering !== undefined || this.#reloads.size > 0) {
      await Promise.all([this.#gathering, ...this.#reloads.values()]);
    }
  }

  #gather(ids: readonly number[]): void {
    for (const id of ids) this.#missing.add(id);
    this.#gathering ??= sleep(gatherMs).then(() => this.#loadMissing());
  }

  /** Fetches missing messages. Those that cannot be read now are requested again when they are needed. */
  async #loadMissing(): Promise<void> {
    const { messages } = this.#store;
    while (this.#missing.size > 0) {
      const ids = [...this.#missing].slice(0, maxIds);
      for (const id of ids) this.#missing.delete(id);
      const flight = messages.beginFlight();
      try {
        const answer = await this.#client.call('get-messages', {
          message_ids: ids,
          apply_markdown: true,
          client_gravatar: false,
          allow_empty_topic_name: true,
        });
        messages.receive(flight, { messages: answer.messages, from: 0, to: 0 });
      } catch {
        messages.endFlight(flight);
      }
    }
    this.#gathering = undefined;
  }
}

/**
 * Returns the range of the narrow that a page contains. It includes the anchor, even when there is no message at it.
 */
function pageOf(
  { messages, found_oldest: isOldest, found_newest: isNewest }: AnswerOf<'get-messages'>,
  anchor: number,
  { before, after }: { before: number; after: number },
): Page {
  const [first, last] = [messages[0]?.id ?? anchor, messages.at(-1)?.id ?? anchor];
  const from = before === 0 ? Math.min(first, anchor) : first;
  const to = after === 0 ? Math.max(last, anchor) : last;
  return { messages, from: isOldest ? 0 : from, to: isNewest ? Number.POSITIVE_INFINITY : to };
}
