/** A list of ascending event IDs. New IDs are appended at the end, and old ones are removed from the start. */
import { itemAt, lastItem } from '@parley/core';

export class IdList {
  #ids: number[] = [];
  #head = 0;

  get size(): number {
    return this.#ids.length - this.#head;
  }

  get last(): number {
    return this.#ids.length > this.#head ? lastItem(this.#ids) : 0;
  }

  /** Appends an ID. Returns false, and does nothing, when the ID is already the last one. */
  push(id: number): boolean {
    if (this.last === id) return false;
    this.#ids.push(id);
    return true;
  }

  /** Removes every ID up to and including `id`. */
  dropThrough(id: number): void {
    while (this.#head < this.#ids.length && itemAt(this.#ids, this.#head) <= id) this.#head++;
    if (this.#head > 32 && this.#head * 2 > this.#ids.length) {
      this.#ids = this.#ids.slice(this.#head);
      this.#head = 0;
    }
  }

  /** Appends to `out` the first `limit` IDs with `after < id <= upTo`. */
  collect(after: number, upTo: number, limit: number, out: number[]): void {
    if (this.last <= after) return;
    const ids = this.#ids;
    let low = this.#head;
    let high = ids.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (itemAt(ids, middle) <= after) low = middle + 1;
      else high = middle;
    }
    const end = Math.min(ids.length, low + limit);
    for (let at = low; at < end && itemAt(ids, at) <= upTo; at++) out.push(itemAt(ids, at));
  }
}
