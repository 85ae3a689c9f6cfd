import type { MessageId } from '../ids.ts';
import type { Narrow } from '../narrow/narrow.ts';
import type { Batch, Listener, Unsubscribe } from '../observable/batch.ts';
import { ObservableValue } from '../observable/observable-value.ts';

/**
 * A range of a message list without gaps: `ids` contains all messages of the list whose IDs are from `from` to `to`. `from` is
 * 0 if the range begins with the oldest message. `to` is Infinity if it ends with the newest message.
 */
export type MessageRange = {
  readonly from: number;
  readonly to: number;
  /** IDs in ascending order. */
  readonly ids: readonly MessageId[];
};

/**
 * The known messages of a narrow (a message filter), as ranges without gaps in ascending order. The client does not know the
 * messages between the ranges.
 */
export class MessageList {
  /** The narrow, and its key. Both change when the topic of the list moves as a whole. */
  narrow: Narrow;
  key: string;
  /** Time of the last use. The least recently used lists are evicted first. */
  usedAt = 0;
  /** ID of the message at the reader's position; undefined at the newest message. A stale list is reloaded around this message. */
  focusId: number | undefined;
  /** Whether the list may have missed changes. It keeps its messages until it is reloaded. */
  isStale = false;
  /** Number that increases each time the list is replaced. */
  generation = 0;
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

  /** Whether the list has listeners. */
  get isWatched(): boolean {
    return this.#watchers > 0;
  }

  /** Calls the listener after the ranges have changed. A change within a message does not change them. */
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

  rangeAt(messageId: MessageId): MessageRange | undefined {
    return this.ranges.find(({ from, to }) => from <= messageId && messageId <= to);
  }

  get newestRange(): MessageRange | undefined {
    const last = this.ranges.at(-1);
    return last?.to === Number.POSITIVE_INFINITY ? last : undefined;
  }

  contains(messageId: MessageId): boolean {
    const ids = this.rangeAt(messageId)?.ids;
    return ids !== undefined && ids[indexOf(ids, messageId)] === messageId;
  }

  /** Adds a message if it falls into a known range. Returns whether the list contains it afterwards. */
  insert(messageId: MessageId): boolean {
    const range = this.rangeAt(messageId);
    if (!range) return false;
    const index = indexOf(range.ids, messageId);
    if (range.ids[index] === messageId) return true;
    this.#exchange(range, { ...range, ids: range.ids.toSpliced(index, 0, messageId) });
    return true;
  }

  remove(messageId: MessageId): void {
    const range = this.rangeAt(messageId);
    if (!range) return;
    const index = indexOf(range.ids, messageId);
    if (range.ids[index] !== messageId) return;
    this.#exchange(range, { ...range, ids: range.ids.toSpliced(index, 1) });
  }

  merge(part: MessageRange): void {
    const touched = this.ranges.filter(({ from, to }) => from <= part.to && part.from <= to);
    const others = this.ranges.filter((range) => !touched.includes(range));
    // Within its bounds, the new range is more recent than the known messages and replaces them.
    const known = touched.flatMap(({ ids }) => ids);
    const from = known.findIndex((id) => id >= part.from);
    const to = known.findLastIndex((id) => id <= part.to);
    const older = from < 0 ? known : known.slice(0, from);
    const newer = known.slice(Math.max(to + 1, older.length));
    const merged: MessageRange = {
      from: Math.min(part.from, ...touched.map(({ from }) => from)),
      to: Math.max(part.to, ...touched.map(({ to }) => to)),
      ids: [...older, ...part.ids, ...newer],
    };
    this.#ranges.set([...others, merged].sort((one, other) => one.from - other.from));
  }

  /** Replaces all ranges by a newly loaded one. The list is then no longer stale. */
  replace(part: MessageRange): void {
    this.isStale = false;
    this.generation++;
    this.#ranges.set([part]);
  }

  #exchange(range: MessageRange, by: MessageRange): void {
    this.#ranges.set(this.ranges.map((each) => (each === range ? by : each)));
  }
}

/** Returns the index of an ID in an ascending list, or the index at which it would be inserted. */
function indexOf(ids: readonly MessageId[], id: number): number {
  let [low, high] = [0, ids.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ids[middle] ?? 0) < id) low = middle + 1;
    else high = middle;
  }
  return low;
}
