import { sleep } from '@parley/core';
import type { EntryFeed, MaybeDecoded } from './entry-feed.ts';
import type { Follower } from './follower-type.ts';
import { type OrderedReaderOptions, type ReaderVerdict, readInOrder } from './ordered-reader.ts';

export type SharedReaderOptions = Omit<OrderedReaderOptions, 'onMessages' | 'onOpened'> & {
  /** Called with the last sequence of the stream each time a consumer was created. */
  onOpened?: (lastSequence: number) => void;
  /** Called when entries are taken from the follower from now on. */
  onFed?: () => void;
  /** A follower in the same process, which reads the same log. It may not have started to read. */
  follower: Follower;
  epoch: string;
  /** Handles entries in order. It must not reject. It may receive entries again that it has handled. */
  onMessages: (messages: readonly MaybeDecoded[]) => void | Promise<void>;
};

/** Interval in milliseconds at which a reader with its own consumer checks whether the follower reads the same epoch. */
const lookEveryMs = 1_000;

/**
 * Reads a stream in order like `readInOrder`. If possible, it takes the entries from a follower of the same stream. Entries
 * before the follower's position are read with a separate consumer, for instance after a slow reader has lost its feed.
 */
export async function readWithFollower(options: SharedReaderOptions): Promise<ReaderVerdict> {
  const { follower, epoch, signal } = options;
  while (!signal.aborted) {
    const feed = follower.feed(epoch);
    const verdict = await readUpTo(options, feed);
    if (verdict) {
      feed?.end();
      return verdict;
    }
    if (feed) await consume(options, feed);
  }
  return { kind: 'stopped' };
}

/**
 * Reads with its own consumer up to the entry before the feed. Without a feed, it reads until the follower follows the epoch and
 * has caught up.
 * @returns undefined when reading has reached this point; otherwise why reading ended earlier
 */
async function readUpTo(
  options: SharedReaderOptions,
  feed: EntryFeed | undefined,
): Promise<ReaderVerdict | undefined> {
  const { follower, epoch, position, signal, onMessages } = options;
  const isReached = () => feed !== undefined && position().sequence >= feed.after;
  if (isReached()) return undefined;
  const reached = new AbortController();
  const looking = feed ? undefined : look();
  const verdict = await readInOrder({
    ...options,
    signal: AbortSignal.any([signal, reached.signal]),
    async onMessages(messages) {
      await onMessages(messages);
      if (isReached()) reached.abort();
    },
    onOpened(last) {
      options.onOpened?.(last);
      if (isReached()) reached.abort();
    },
  });
  reached.abort();
  await looking;
  return verdict.kind === 'stopped' && !signal.aborted ? undefined : verdict;

  async function look(): Promise<void> {
    const check = () => {
      if (follower.position.epoch === epoch && follower.caughtUp()) reached.abort();
    };
    // Readers and the follower of a process start at the same time.
    void follower.ready.then(check);
    while (!reached.signal.aborted) {
      await sleep(lookEveryMs, reached.signal).catch(() => undefined);
      check();
    }
  }
}

/** Handles the entries of a feed until it ends, or the signal aborts. */
async function consume(options: SharedReaderOptions, feed: EntryFeed): Promise<void> {
  const { signal, onMessages, onFed } = options;
  onFed?.();
  const end = () => feed.end();
  if (signal.aborted) end();
  // There is one listener for the whole feed, because adding one for each wait would cost more than handling most entries.
  signal.addEventListener('abort', end, { once: true });
  for (let entries = await feed.take(); entries && !signal.aborted; entries = await feed.take())
    await onMessages(entries);
  signal.removeEventListener('abort', end);
  end();
}
