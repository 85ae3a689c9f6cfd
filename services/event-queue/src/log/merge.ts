import { endOf, type FollowedEvent } from '@parley/event-log';
import type { Window, WindowEntry } from '../domain/window.ts';
import { toWindowEntry } from './window-entry.ts';

export type MergerOptions = {
  window: Window;
  offer: (entries: readonly WindowEntry[]) => void;
  onEmptyTopicName: (name: string) => void;
  onUnreadable: (id: number, error: unknown) => void;
  /** Processing time of the batch, and age of its oldest new event, in milliseconds; undefined without one. */
  onMerged: (tookMs: number, ageMs: number | undefined) => void;
};

/** Merges the log into this replica's state: adds new events to the window, and then offers them to waiting polls. */
export class Merger {
  readonly #options: MergerOptions;
  #commitLsn = 0;
  #committedAtMs = Date.now();

  constructor(options: MergerOptions) {
    this.#options = options;
  }

  get commitLsn(): number {
    return this.#commitLsn;
  }

  /** In milliseconds since the Unix epoch. Before the first event, the time of the start or of the last reset. */
  get committedAtMs(): number {
    return this.#committedAtMs;
  }

  merge(events: readonly FollowedEvent[]): void {
    const { window, offer, onMerged } = this.#options;
    const startedMs = performance.now();
    const entries: WindowEntry[] = [];
    for (const event of events) {
      if (event.id <= window.end) continue;
      const entry = this.#add(event);
      if (entry) entries.push(entry);
      if (event.commitLsn > this.#commitLsn) this.#commitLsn = event.commitLsn;
      this.#committedAtMs = event.committedAtUs / 1000;
    }
    if (entries.length > 0) offer(entries);
    const oldest = entries[0];
    onMerged(performance.now() - startedMs, oldest && Date.now() - oldest.committedAtUs / 1000);
  }

  /** Adds an event to the window. Returns undefined for one that cannot be read. */
  #add(event: FollowedEvent): WindowEntry | undefined {
    const { window, onEmptyTopicName, onUnreadable } = this.#options;
    try {
      const entry = toWindowEntry(event);
      window.append(entry);
      const { emptyTopicName } = entry.outline;
      if (emptyTopicName !== undefined) onEmptyTopicName(emptyTopicName);
      return entry;
    } catch (error) {
      onUnreadable(event.id, error);
      return undefined;
    }
  }

  advance(sequence: number): void {
    this.#options.window.advance(endOf(sequence));
  }

  /** Discards all state that was derived from the log. The next event must be after `position`. */
  reset(position: number): void {
    this.#options.window.reset(position);
    this.#commitLsn = 0;
    this.#committedAtMs = Date.now();
  }
}
