/** Random numbers that are the same in each run. */
import { firstItem, itemAt } from '@parley/core';

export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** Returns a number from 0 to less than 1 (mulberry32). */
  fraction(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** Returns an integer between two others, both included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.fraction() * (most - least + 1));
  }

  of<T>(values: readonly T[]): T {
    return itemAt(values, Math.floor(this.fraction() * values.length));
  }

  /** Returns different values in random order. */
  some<T>(values: readonly T[], count: number): T[] {
    const rest = [...values];
    return Array.from({ length: count }, () =>
      firstItem(rest.splice(Math.floor(this.fraction() * rest.length), 1)),
    );
  }
}
