import { endOf, type FollowedEvent } from '@parley/event-log';
import type { Window, WindowEntry } from '../domain/window.ts';
import { toWindowEntry } from './window-entry.ts';

/** Puts what the follower reads into the window, then wakes who waits for it. */
export type Merger = {
  readonly commitLsn: number;
  /** When the last event merged was committed, milliseconds since the epoch of Unix; before the first, since when. */
  readonly committedAtMs: number;
  /** Takes a batch; events that were merged before are skipped. */
  merge(events: readonly FollowedEvent[]): void;
  /** An entry was merged whole. */
  advance(sequence: number): void;
  /** Everything derived is void; the log goes on after `position`. */
  reset(position: number): void;
};

/** Puts what the follower reads into a window. */
export function createMerger(options: {
  window: Window;
  offer: (entries: readonly WindowEntry[]) => void;
  /** The empty topic has this name from now on. */
  onEmptyTopicName: (name: string) => void;
  onUnreadable: (id: number, error: unknown) => void;
  /** `ageMs`: how long ago the oldest of a batch that is new was committed. */
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
