import type { Client } from '../client.ts';
import type { ChannelId, MessageId } from '../ids.ts';
import type { Narrow } from '../narrow/narrow.ts';
import type { AnswerOf } from '../operations.ts';
import type { MessageList } from '../store/message-list.ts';
import type { Page } from '../store/messages.ts';
import type { Store } from '../store/store.ts';
import { sleep } from '../transport/backoff.ts';
import { isTransient } from '../transport/errors.ts';

/** A position in the message history: a message ID, or a position that the server determines. */
export type Anchor = number | 'newest' | 'oldest' | 'first_unread';

export type LoadOptions = {
  readonly anchor: Anchor;
  /** Number of messages before the anchor. */
  readonly before?: number;
  /** Number of messages after the anchor. */
  readonly after?: number;
  readonly signal?: AbortSignal;
  /**
   * Awaited before the messages are stored. Pass the promise of `Connection.preview` when reading before the registration:
   * without the own account, direct messages cannot be assigned to a conversation.
   */
  readonly until?: Promise<unknown>;
};

/** Time in milliseconds for which IDs of missing messages are collected before one request fetches them. */
const gatherMs = 10;
/** Maximum number of missing messages per request. */
const maxIds = 500;
/** Number of messages to read on each side of the reader's position when a stale list is reloaded. */
const reloadSize = 50;
/** Maximum number of attempts to read messages. An attempt fails when a registration replaces the store in the meantime. */
const maxAttempts = 3;

export class History {
  readonly #client: Client;
  readonly #store: Store;
  readonly #missing = new Set<number>();
  /** IDs of missing messages whose request failed temporarily. */
  readonly #failed = new Set<number>();
  readonly #reloads = new Map<MessageList, Promise<void>>();
  #gathering: Promise<void> | undefined;

  constructor(client: Client, store: Store) {
    this.#client = client;
    this.#store = store;
    store.messages.onMissing = (ids) => this.#gather(ids);
    store.messages.onStale = () => this.reload();
    store.topics.onStale = (channelId) => void this.loadTopics(channelId).catch(() => undefined);
    store.pins.onStale = (channelId) => void this.loadPins(channelId).catch(() => undefined);
  }

  list(narrow: Narrow): MessageList {
    return this.#store.messages.list(narrow);
  }

  /**
   * Reads messages around an anchor into a list. Returns the message ID that the server used as the anchor.
   * @throws the errors of `Client.call`
   * @throws Error when registrations repeatedly replace the store during the request
   */
  async load(list: MessageList, options: LoadOptions): Promise<number> {
    for (let attempt = 1; ; attempt++) {
      // The first answer for a stale list replaces its messages. That must be the answer of the reload.
      const reload = this.#reloads.get(list);
      if (reload) await reload.catch(() => undefined);
      const anchor = await this.#loadOnce(list, options);
      if (anchor !== undefined) return anchor;
      if (attempt === maxAttempts)
        throw new Error('The store was replaced repeatedly while messages were read');
    }
  }

  /** Makes one attempt of `load`. Returns undefined if the store was replaced during the request. */
  async #loadOnce(
    list: MessageList,
    { anchor, before = 0, after = 0, signal, until }: LoadOptions,
  ): Promise<number | undefined> {
    const { messages } = this.#store;
    const { key } = list;
    const flight = messages.beginFlight();
    try {
      const answer = await this.#client.call(
        'get-messages',
        {
          anchor: String(anchor),
          num_before: before,
          num_after: after,
          narrow: list.narrow,
          apply_markdown: true,
          client_gravatar: false,
          allow_empty_topic_name: true,
        },
        { signal },
      );
      await until;
      // The topic of the list has moved since.
      if (list.key !== key) return undefined;
      const at = answer.anchor ?? 0;
      const isTaken = messages.receive(flight, pageOf(answer, at, { before, after }), list);
      messages.trim();
      this.#retryFailed();
      return isTaken ? at : undefined;
    } finally {
      messages.endFlight(flight);
    }
  }

  /**
   * Reads messages older than the range that contains a message. Returns false if that range is unknown or already begins with
   * the oldest message.
   */
  async loadBefore(list: MessageList, messageId: MessageId, count = 100): Promise<boolean> {
    const range = list.rangeAt(messageId);
    if (!range || range.from === 0) return false;
    await this.load(list, { anchor: range.from, before: count });
    return true;
  }

  /**
   * Reads messages newer than the range that contains a message. Returns false if that range is unknown or already ends with
   * the newest message.
   */
  async loadAfter(list: MessageList, messageId: MessageId, count = 100): Promise<boolean> {
    const range = list.rangeAt(messageId);
    if (!range || range.to === Number.POSITIVE_INFINITY) return false;
    await this.load(list, { anchor: range.to, after: count });
    return true;
  }

  /** Reads the topics of a channel into `store.topics`. */
  async loadTopics(channelId: ChannelId): Promise<void> {
    const request = this.#store.topics.begin(channelId);
    const { topics } = await this.#client.call('get-stream-topics', {
      stream_id: channelId,
      allow_empty_topic_name: true,
    });
    this.#store.batch(() => this.#store.topics.receive(request, topics));
  }

  /** Loads the pinned messages of a channel into the store. @throws the errors of `Client.call` */
  async loadPins(channelId: ChannelId): Promise<void> {
    const { pins } = await this.#client.call('get-pinned-messages', { stream_id: channelId });
    this.#store.batch(() => this.#store.pins.receive(channelId, pins));
  }

  /** Reloads all stale lists and missing messages. Lists that cannot be loaded stay stale until the next call. */
  reload(): void {
    this.#retryFailed();
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

  /** Resolves when no missing messages and no stale lists are being loaded. */
  async settled(): Promise<void> {
    while (this.#gathering !== undefined || this.#reloads.size > 0) {
      await Promise.all([this.#gathering, ...this.#reloads.values()]);
    }
  }

  #gather(ids: readonly MessageId[]): void {
    for (const id of ids) this.#missing.add(id);
    this.#gathering ??= sleep(gatherMs).then(() => this.#loadMissing());
  }

  /** Requests the missing messages again whose request failed. Call it when the server answers again. */
  #retryFailed(): void {
    if (this.#failed.size > 0) this.#gather([]);
  }

  /**
   * Fetches missing messages by ID. After a temporary failure, the remaining messages wait for the next missing message, for a
   * page that could be read, or for the next connection. Without them, ranges of lists would have gaps.
   */
  async #loadMissing(): Promise<void> {
    const { messages } = this.#store;
    for (const id of this.#failed) this.#missing.add(id);
    this.#failed.clear();
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
      } catch (error) {
        messages.endFlight(flight);
        if (!isTransient(error)) continue;
        for (const id of [...ids, ...this.#missing]) this.#failed.add(id);
        this.#missing.clear();
      }
    }
    this.#gathering = undefined;
  }
}

/**
 * Returns the messages of an answer and the range that they cover without gaps. The range includes the anchor, even if no
 * message has this ID.
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
