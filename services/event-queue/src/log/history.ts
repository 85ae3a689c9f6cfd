import { endOf, type FollowedEvent, type Pages, sequenceOf } from '@parley/event-log';
import type { WindowEntry } from '../domain/window.ts';
import { toWindowEntry } from './window-entry.ts';

/** Reads the part of the log that is older than the window. */
export type History = {
  /**
   * Passes the events of an epoch with `after < id <= upTo` to `take`, in order, until it returns false. Reads at most
   * `maxEntries` log entries. Returns the position up to which every event was passed.
   * @throws LogGapError when a part is no longer stored
   */
  walk(
    range: { epoch: string; after: number; upTo: number },
    maxEntries: number,
    take: (entry: WindowEntry) => boolean,
    signal?: AbortSignal,
  ): Promise<number>;
};

/** Creates a reader of events that are older than the window. */
export function createHistory(pages: Pages): History {
  /** Queues share pages and the outlines of the events in them. */
  const known = new WeakMap<FollowedEvent, WindowEntry>();

  function entryOf(event: FollowedEvent): WindowEntry | undefined {
    let entry = known.get(event);
    if (!entry) {
      try {
        entry = toWindowEntry(event);
      } catch {
        // An event that cannot be decoded was counted when it was followed.
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
