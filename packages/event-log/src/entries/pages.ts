import { type JetStreamManager, jetstreamManager, type StoredMsg } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { Semaphore } from '@parley/core';
import { LRUCache } from 'lru-cache';
import { LogGapError } from '../errors.ts';
import { logNames } from '../nats/streams.ts';
import { decodeEntry, type Entry } from './entry.ts';

/** Entries in a page. Pages start at multiples of this number, so that all readers use the same ones. */
const PAGE_ENTRIES = 64;

export type PagesOptions = {
  nats: NatsConnection;
  prefix: string;
  /** Maximum size of the cached pages in bytes, by their encoded size. Default 32 MiB. */
  maxBytes?: number;
  /** Maximum number of concurrent reads of pages from the stream. Default 4. */
  concurrency?: number;
};

/** Reads older parts of the log, for event queues that need entries which their replica no longer has in memory. */
export type Pages = {
  /**
   * Yields the entries of an epoch (one continuous history of the log) with the sequences `from` to `to`, both included, page by
   * page. Readers share the entries and must not change them.
   * @throws LogGapError when an entry is not in the stream; the reason of the signal when it aborts
   */
  read(epoch: string, from: number, to: number, signal?: AbortSignal): AsyncIterable<readonly Entry[]>;
  readonly cachedBytes: number;
  readonly reads: number;
};

type Page = { entries: readonly Entry[]; bytes: number };

/** Creates a reader of pages. All its concurrent reads share a cache. */
export async function openPages(options: PagesOptions): Promise<Pages> {
  return new LogPages(options, await jetstreamManager(options.nats, { checkAPI: false, timeout: 5000 }));
}

class LogPages implements Pages {
  readonly #jsm: JetStreamManager;
  readonly #prefix: string;
  readonly #limit: Semaphore;
  readonly #cache: LRUCache<string, Page>;
  readonly #inFlight = new Map<string, Promise<Page>>();
  reads = 0;

  constructor(options: PagesOptions, jsm: JetStreamManager) {
    this.#jsm = jsm;
    this.#prefix = options.prefix;
    this.#cache = new LRUCache({
      maxSize: options.maxBytes ?? 32 * 2 ** 20,
      sizeCalculation: ({ bytes }) => Math.max(1, bytes),
    });
    this.#limit = new Semaphore(options.concurrency ?? 4);
  }

  get cachedBytes(): number {
    return this.#cache.calculatedSize;
  }

  async *read(
    epoch: string,
    from: number,
    to: number,
    signal?: AbortSignal,
  ): AsyncIterable<readonly Entry[]> {
    for (let sequence = from; sequence <= to; ) {
      signal?.throwIfAborted();
      const first = Math.floor(sequence / PAGE_ENTRIES) * PAGE_ENTRIES;
      const last = first + PAGE_ENTRIES - 1;
      // Only complete pages are cached. A page is incomplete when its first entries were removed from the stream, or its last
      // entries are not written yet.
      const page = await this.#page(epoch, Math.max(first, 1), last, Math.min(last, to), sequence);
      const wanted = page.entries.filter((entry) => entry.sequence >= sequence && entry.sequence <= to);
      if (wanted.length !== Math.min(last, to) - sequence + 1) {
        throw new LogGapError(`a part of the log after ${sequence - 1} is gone`);
      }
      yield wanted;
      sequence = last + 1;
    }
  }

  async #page(epoch: string, first: number, last: number, upTo: number, from: number): Promise<Page> {
    const key = `${epoch}/${first}`;
    const cached = this.#cache.get(key);
    if (cached) return cached;
    const whole = upTo === last;
    // When the request ends before the last entry of the page, later ones may not be written yet. Then only the requested entries
    // are read, and they are not cached. Otherwise the whole page is read, and cached if it lacks no entry.
    const flight = whole ? key : `${key}/${from}-${upTo}`;
    let reading = this.#inFlight.get(flight);
    if (!reading) {
      reading = this.#limit
        .run(() => this.#load(epoch, whole ? first : from, upTo))
        .finally(() => this.#inFlight.delete(flight));
      this.#inFlight.set(flight, reading);
      if (whole) {
        reading.then(
          (page) => {
            if (page.entries.length === last - first + 1) this.#cache.set(key, page);
          },
          () => undefined,
        );
      }
    }
    return await reading;
  }

  async #load(epoch: string, first: number, last: number): Promise<Page> {
    this.reads++;
    const stream = logNames(this.#prefix).stream(epoch);
    const sequences = Array.from({ length: last - first + 1 }, (_, at) => first + at);
    const messages = await Promise.all(sequences.map((seq) => this.#message(stream, seq)));
    const entries: Entry[] = [];
    let bytes = 0;
    for (const message of messages) {
      if (!message) continue;
      entries.push(decodeEntry(message.data, message.seq));
      bytes += message.data.length;
    }
    return { entries, bytes };
  }

  /** Reads a message from any replica of the stream. A replica may not have it yet; then the leader is asked. */
  async #message(stream: string, seq: number): Promise<StoredMsg | null> {
    return (
      (await this.#jsm.direct.getMessage(stream, { seq })) ??
      (await this.#jsm.streams.getMessage(stream, { seq }))
    );
  }
}
