import { endOf, type FollowedEvent } from '@parley/event-log';
import type { Window, WindowEntry } from '../domain/window.ts';
import { toWindowEntry } from './window-entry.ts';

/** Merges the log into this replica's state: adds new events to the window, and then offers them to waiting polls. */
export type Merger = {
  readonly commitLsn: number;
  /** In milliseconds since the Unix epoch. Before the first event, the time of the start or of the last reset. */
  readonly committedAtMs: number;
  merge(events: readonly FollowedEvent[]): void;
  advance(sequence: number): void;
  /** Discards all state that was derived from the log. The next event must be after `position`. */
  reset(position: number): void;
};

export function createMerger(options: {
  window: Window;
  offer: (entries: readonly WindowEntry[]) => void;
  onEmptyTopicName: (name: string) => void;
  onUnreadable: (id: number, error: unknown) => void;
  /** Processing time of the batch, and age of its oldest new event, in milliseconds; undefined without one. */
  onMerged: (tookMs: number, ageMs: number | undefined) => void;
}): Merger {
  const { window } = options;
  let commitLsn = 0;
  let committedAtMs = Date.now();
  return {
    get commitLsn() {
      return commitLsn;
    },
    get committedAtMs() {
      return committedAtMs;
    },
    merge(events) {
      const startedMs = performance.now();
      const entries: WindowEntry[] = [];
      for (const event of events) {
        if (event.id <= window.end) continue;
        try {
          const entry = toWindowEntry(event);
          window.append(entry);
          entries.push(entry);
          const { emptyTopicName } = entry.outline;
          if (emptyTopicName !== undefined) options.onEmptyTopicName(emptyTopicName);
        } catch (error) {
          options.onUnreadable(event.id, error);
        }
        if (event.commitLsn > commitLsn) commitLsn = event.commitLsn;
        committedAtMs = event.committedAtUs / 1000;
      }
      if (entries.length > 0) options.offer(entries);
      const oldest = entries[0];
      options.onMerged(performance.now() - startedMs, oldest && Date.now() - oldest.committedAtUs / 1000);
    },
    advance(sequence) {
      window.advance(endOf(sequence));
    },
    reset(position) {
      window.reset(position);
      commitLsn = 0;
      committedAtMs = Date.now();
    },
  };
}
