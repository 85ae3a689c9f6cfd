import { itemAt } from '@parley/core';
import { loggedSize } from '@parley/event-log';
import type { LoggedEvent } from '@parley/proto/events/v1/log';
import { type CommitSnapshot, isPublishable, type Visible } from './visibility.ts';

type Item = { event: LoggedEvent } | { endLsn: number };

/**
 * Events that were received from the slot but are not published yet, and the ends of their transactions, in commit order. The
 * WAL receiver limits their size: it pauses reading from the slot while they take too many bytes.
 */
export class PendingEvents {
  #items: Item[] = [];
  #head = 0;
  #bytes = 0;
  #events = 0;

  get bytes(): number {
    return this.#bytes;
  }

  get events(): number {
    return this.#events;
  }

  /** The first pending event; undefined when there is none. */
  get first(): LoggedEvent | undefined {
    for (let at = this.#head; at < this.#items.length; at++) {
      const item = itemAt(this.#items, at);
      if ('event' in item) return item.event;
    }
    return undefined;
  }

  /** Whether neither an event nor the end of a transaction is pending. */
  get isEmpty(): boolean {
    return this.#head === this.#items.length;
  }

  addEvent(event: LoggedEvent): void {
    this.#items.push({ event });
    this.#events++;
    this.#bytes += loggedSize(event);
  }

  /** Adds the end of the transaction to which the last added events belong. */
  addEnd(endLsn: number): void {
    this.#items.push({ endLsn });
  }

  /**
   * Removes and returns the longest prefix of events that are visible. The number of events and their bytes are limited, but at least one event is returned when the first one is visible. `endLsn` is the end of the last transaction of
   * which no event remains; undefined when there is none.
   */
  takeVisible(
    isVisible: Visible,
    maxEvents: number,
    maxBytes: number,
  ): { events: LoggedEvent[]; endLsn?: number } {
    const events: LoggedEvent[] = [];
    let endLsn: number | undefined;
    let bytes = 0;
    for (; this.#head < this.#items.length; this.#head++) {
      const item = itemAt(this.#items, this.#head);
      if ('endLsn' in item) {
        endLsn = item.endLsn;
        continue;
      }
      if (events.length === maxEvents || !isVisible(item.event)) break;
      const size = loggedSize(item.event);
      if (events.length > 0 && bytes + size > maxBytes) break;
      bytes += size;
      events.push(item.event);
    }
    this.#bytes -= bytes;
    this.#events -= events.length;
    this.#compact();
    return { events, ...(endLsn === undefined ? {} : { endLsn }) };
  }

  /** Returns whether an event that is visible in the snapshot is pending. */
  hasVisible(snapshot: CommitSnapshot): boolean {
    for (let at = this.#head; at < this.#items.length; at++) {
      const item = itemAt(this.#items, at);
      if (!('event' in item)) continue;
      if (item.event.commitLsn >= snapshot.walLsn) return false;
      if (isPublishable(item.event, snapshot)) return true;
    }
    return false;
  }

  #compact(): void {
    if (this.#head === this.#items.length) {
      this.#items = [];
      this.#head = 0;
    } else if (this.#head > 4096 && this.#head * 2 > this.#items.length) {
      this.#items = this.#items.slice(this.#head);
      this.#head = 0;
    }
  }
}
