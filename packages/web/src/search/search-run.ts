/** The results of one search: pages of messages in an order, files, and names. */
import type { AnswerOf, Message, Narrow } from '@parley/client';

export type Sort = 'relevance' | 'newest';
export type FoundFile = AnswerOf<'get-search-files'>['files'][number];
export type Suggestions = Pick<
  AnswerOf<'get-search-suggestions'>,
  'people' | 'channels' | 'topics' | 'did_you_mean'
>;

export type MessagePage = { readonly anchor: number | 'newest'; readonly count: number; readonly sort: Sort };

/** What answers a search. */
export type SearchServer = {
  /** Returns messages before the anchor, without the anchor itself unless `withAnchor`; the newest or the best first. */
  messages(
    narrow: Narrow,
    page: MessagePage & { readonly withAnchor: boolean },
    signal: AbortSignal,
  ): Promise<{ readonly messages: readonly Message[]; readonly isComplete: boolean }>;
  files(narrow: Narrow, signal: AbortSignal): Promise<readonly FoundFile[]>;
  suggestions(narrow: Narrow, signal: AbortSignal): Promise<Suggestions>;
};

/** A part of the results. While it is loaded again, it keeps what it has. */
export type Part<T> = {
  readonly state: 'loading' | 'loaded' | 'failed';
  readonly value: T;
  readonly error?: unknown;
};

/** Number of messages that are read at once. */
export const pageOfResults = 30;
/** The server ranks no more messages. */
const mostRanked = 1_000;

const nothing: Suggestions = { people: [], channels: [], topics: [], did_you_mean: null };

/**
 * Runs a search without a document. Another order begins anew, and answers to the former one are dropped. What is on view stays until
 * an answer replaces it.
 */
export class SearchRun {
  readonly narrow: Narrow;
  readonly #server: SearchServer;
  readonly #near: number | undefined;
  readonly #onChange: () => void;
  #sort: Sort;
  #messages: Part<readonly Message[]> = { state: 'loading', value: [] };
  #files: Part<readonly FoundFile[]> = { state: 'loading', value: [] };
  #suggestions: Part<Suggestions> = { state: 'loading', value: nothing };
  #isComplete = false;
  #reading: AbortController | undefined;
  readonly #over = new AbortController();

  /** @param near ID of the message at which to begin; undefined for the newest */
  constructor(
    server: SearchServer,
    search: { readonly narrow: Narrow; readonly sort: Sort; readonly near?: number | undefined },
    onChange: () => void,
  ) {
    this.#server = server;
    this.narrow = search.narrow;
    this.#sort = search.near === undefined ? search.sort : 'newest';
    this.#near = search.near;
    this.#onChange = onChange;
  }

  get sort(): Sort {
    return this.#sort;
  }
  /** The messages, in their order. */
  get messages(): Part<readonly Message[]> {
    return this.#messages;
  }
  get files(): Part<readonly FoundFile[]> {
    return this.#files;
  }
  get suggestions(): Part<Suggestions> {
    return this.#suggestions;
  }
  /** Whether there are no more messages than these. */
  get isComplete(): boolean {
    return this.#isComplete;
  }

  /** Reads everything. */
  start(): void {
    void this.#readMessages(pageOfResults);
    void this.#read(
      (signal) => this.#server.files(this.narrow, signal),
      this.#files,
      (part) => {
        this.#files = part;
      },
    );
    void this.#read(
      (signal) => this.#server.suggestions(this.narrow, signal),
      this.#suggestions,
      (part) => {
        this.#suggestions = part;
      },
    );
  }

  /** Reads as many messages again as there are, because some of them have changed. */
  refresh(): Promise<void> {
    return this.#readMessages(Math.max(pageOfResults, this.#messages.value.length));
  }

  /** Orders the messages in another way. */
  sortBy(sort: Sort): void {
    if (sort === this.#sort) return;
    this.#sort = sort;
    void this.#readMessages(pageOfResults);
  }

  /** Reads more messages, unless some are being read. */
  async more(): Promise<void> {
    if (this.#isComplete || this.#messages.state === 'loading') return;
    const before = this.#messages.value;
    const oldest = before.at(-1)?.id;
    if (this.#sort === 'relevance' || oldest === undefined)
      return this.#readMessages(Math.min(mostRanked, before.length + pageOfResults));
    await this.#readPage({ anchor: oldest, withAnchor: false, count: pageOfResults }, before);
  }

  /** Ends: answers have no effect any more. */
  end(): void {
    this.#over.abort();
    this.#reading?.abort();
  }

  #readMessages(count: number): Promise<void> {
    return this.#readPage({ anchor: this.#near ?? 'newest', withAnchor: true, count }, []);
  }

  async #readPage(
    page: { readonly anchor: number | 'newest'; readonly withAnchor: boolean; readonly count: number },
    before: readonly Message[],
  ): Promise<void> {
    this.#reading?.abort();
    const reading = new AbortController();
    this.#reading = reading;
    const sort = this.#sort;
    this.#messages = { state: 'loading', value: this.#messages.value };
    this.#onChange();
    try {
      const answer = await this.#server.messages(this.narrow, { ...page, sort }, reading.signal);
      if (reading !== this.#reading || this.#over.signal.aborted) return;
      const known = new Set(before.map(({ id }) => id));
      const value = [...before, ...answer.messages.filter(({ id }) => !known.has(id))];
      const isFull = sort === 'relevance' && value.length >= mostRanked;
      this.#isComplete = answer.isComplete || isFull;
      this.#messages = { state: 'loaded', value };
    } catch (error) {
      if (reading !== this.#reading || this.#over.signal.aborted) return;
      this.#messages = { state: 'failed', value: this.#messages.value, error };
    }
    this.#onChange();
  }

  async #read<T>(
    ask: (signal: AbortSignal) => Promise<T>,
    present: Part<T>,
    set: (part: Part<T>) => void,
  ): Promise<void> {
    try {
      const value = await ask(this.#over.signal);
      if (this.#over.signal.aborted) return;
      set({ state: 'loaded', value });
    } catch (error) {
      if (this.#over.signal.aborted) return;
      set({ state: 'failed', value: present.value, error });
    }
    this.#onChange();
  }
}
