import type { Narrow } from '../narrow/narrow.ts';
import type { Batch, Listener, Unsubscribe } from '../observable/batch.ts';
import { ObservableValue } from '../observable/observable-value.ts';

/**
 * A part of a conversation without gaps: every message of it with an ID from `from` to `to` is in `ids`. `from` is 0
 * where the conversation begins in it, `to` is infinite where it has the newest message.
 */
export type MessageRange = {
  readonly from: number;
  readonly to: number;
  /** Ascending. */
  readonly ids: readonly number[];
};

/** The known messages of a narrow: parts without gaps, in order, with unknown messages between them. */
export class MessageList {
  readonly narrow: Narrow;
  readonly key: string;
  /** When it was used last, for forgetting those that were not for long. */
  usedAt = 0;
  /** Message that the reader is at, where that is not the newest: when the list is read again, it is read around it. */
  focusId: number | undefined;
  /** Changes may have been missed: the list stays on view until it is read again. */
  isStale = false;
  readonly #ranges: ObservableValue<readonly MessageRange[]>;
  #watchers = 0;

  constructor(batch: Batch, key: string, narrow: Narrow) {
    this.key = key;
    this.narrow = narrow;
    this.#ranges = new ObservableValue<readonly MessageRange[]>(batch, []);
  }

  get ranges(): readonly MessageRange[] {
    return this.#ranges.get();
  }

  /** Whether the list has watchers. */
  get isWatched(): boolean {
    return this.#watchers > 0;
  }

  /** Calls the listener after messages came or went; not when a message in it changes. */
  watch(listener: Listener): Unsubscribe {
    this.#watchers++;
    const stop = this.#ranges.watch(listener);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.#watchers--;
      stop();
    };
  }

  /** Returns the part that has, or would have, a message. */
  rangeAt(messageId: number): MessageRange | undefined {
    return this.ranges.find(({ from, to }) => from <= messageId && messageId <= to);
  }

  /** Returns the part that ends with the newest message. */
  get newestRange(): MessageRange | undefined {
    const last = this.ranges.at(-1);
    return last?.to === Number.POSITIVE_INFINITY ? last : undefined;
  }

  contains(messageId: number): boolean {
    const ids = this.rangeAt(messageId)?.ids;
    return ids !== undefined && ids[indexOf(ids, messageId)] === messageId;
  }

  /** Adds a message where its place is known; returns whether it is. */
  insert(messageId: number): boolean {
    const range = this.rangeAt(messageId);
    if (!range) return false;
    const index = indexOf(range.ids, messageId);
    if (range.ids[index] === messageId) return true;
    this.#exchange(range, { ...range, ids: range.ids.toSpliced(index, 0, messageId) });
    return true;
  }

  remove(messageId: number): void {
    const range = this.rangeAt(messageId);
    if (!range) return;
    const index = indexOf(range.ids, messageId);
    if (range.ids[index] !== messageId) return;
    this.#exchange(range, { ...range, ids: range.ids.toSpliced(index, 1) });
  }

  /** Adds a part that was read; parts that it touches become one. */
  merge(part: MessageRange): void {
    const touched = this.ranges.filter(({ from, to }) => from <= part.to && part.from <= to);
    const others = this.ranges.filter((range) => !touched.includes(range));
    const ids = new Set<number>(part.ids);
    // What was read is newer than what is known, but only about its own part.
    for (const range of touched) {
      for (const id of range.ids) if (id < part.from || id > part.to) ids.add(id);
    }
    const merged: MessageRange = {
      from: Math.min(part.from, ...touched.map(({ from }) => from)),
      to: Math.max(part.to, ...touched.map(({ to }) => to)),
      ids: [...ids].sort((one, other) => one - other),
    };
    this.#ranges.set([...others, merged].sort((one, other) => one.from - other.from));
  }

  /** Starts again from a part that was read. */
  replace(part: MessageRange): void {
    this.isStale = false;
    this.#ranges.set([part]);
  }

  #exchange(range: MessageRange, by: MessageRange): void {
    this.#ranges.set(this.ranges.map((each) => (each === range ? by : each)));
  }
}

/** Returns where an ID is, or would be, among ascending ones. */
function indexOf(ids: readonly number[], id: number): number {
  let [low, high] = [0, ids.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ids[middle]! < id) low = middle + 1;
    else high = middle;
  }
  return low;
}
