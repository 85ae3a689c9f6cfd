import { endOf, type FollowedEvent, type Pages, sequenceOf } from '@parley/event-log';
import type { WindowEntry } from '../domain/window.ts';
import { toWindowEntry } from './window-entry.ts';

/** Reads the part of the log that is older than the window in memory. */
export type History = {
  /**
   * Passes the events of an epoch with `after < id <= upTo` to `take`, in order, until `take` returns false. Reads at most
   * `maxEntries` entries of the log. Returns the position up to which every event was passed.
   * @throws LogGapError when the log no longer stores a part of the range
   */
  walk(
    range: { epoch: string; after: number; upTo: number },
    maxEntries: number,
    take: (entry: WindowEntry) => boolean,
    signal?: AbortSignal,
  ): Promise<number>;
};

export function createHistory(pages: Pages): History {
  /** Converted events. All queues share the events of a page, so each event is converted only once. */
  const known = new WeakMap<FollowedEvent, WindowEntry>();

  function entryOf(event: FollowedEvent): WindowEntry | undefined {
    let entry = known.get(event);
    if (!entry) {
      try {
        entry = toWindowEntry(event);
      } catch {
        // The error was already counted when the event was first read from the log.
        return undefined;
      }
      known.set(event, entry);
    }
    return entry;
  }

  return {
    async walk({ epoch, after, upTo }, maxEntries, take, signal) {
      const from = sequenceOf(after + 1);
      const to = Math.min(sequenceOf(upTo), from + maxEntries - 1);
      let position = after;
      for await (const page of pages.read(epoch, from, to, signal)) {
        for (const { events, sequence } of page) {
          for (const event of events) {
            if (event.id <= after || event.id > upTo) continue;
            const entry = entryOf(event);
            if (entry && !take(entry)) return entry.id;
          }
          position = Math.min(upTo, endOf(sequence));
        }
      }
      return position;
    },
  };
}
