import { itemAt } from '@parley/core';
import { NumberTable } from './number-table.ts';

/** Bytes of a chunk: each is twice as long as the one before, so that short lists are small. */
const [firstBytes, maxBytes] = [2 ** 12, 2 ** 20];

/** A list of texts, which takes as many bytes as they have in UTF-8, and few more. */
export class TextList {
  readonly #chunks: Buffer[] = [];
  #free = 0;
  /** Chunk, position in it, and length of each text. */
  readonly #places = new NumberTable(2);

  get size(): number {
    return this.#places.size;
  }

  add(text: string): void {
    const length = Buffer.byteLength(text);
    if (length > this.#free || this.#chunks.length === 0) {
      const usual = Math.min(firstBytes * 2 ** this.#chunks.length, maxBytes);
      this.#free = Math.max(usual, length);
      this.#chunks.push(Buffer.allocUnsafeSlow(this.#free));
    }
    const number = this.#chunks.length - 1;
    const chunk = itemAt(this.#chunks, number);
    const start = chunk.length - this.#free;
    chunk.write(text, start, 'utf8');
    this.#free -= length;
    this.#places.add(number * 2 ** 32 + start, length);
  }

  at(index: number): string {
    const place = this.#places.get(index, 0);
    const start = place % 2 ** 32;
    const chunk = itemAt(this.#chunks, (place - start) / 2 ** 32);
    return chunk.toString('utf8', start, start + this.#places.get(index, 1));
  }

  /** Returns the indexes of the texts in the order of the texts, which are read as they are needed. */
  sorted(): Uint32Array {
    let order = new Uint32Array(this.size);
    for (let from = 0; from < this.size; from += sortedAtOnce) {
      const to = Math.min(from + sortedAtOnce, this.size);
      const texts = Array.from({ length: to - from }, (_, at) => ({
        text: this.at(from + at),
        at: from + at,
      }));
      texts.sort((one, other) => (one.text < other.text ? -1 : 1));
      for (const [at, text] of texts.entries()) order[from + at] = text.at;
    }
    for (let length = sortedAtOnce; length < this.size; length *= 2) order = this.#merged(order, length);
    return order;
  }

  /** Merges pairs of sorted parts of a length. */
  #merged(parts: Uint32Array, length: number): Uint32Array<ArrayBuffer> {
    const merged = new Uint32Array(parts.length);
    for (let from = 0; from < parts.length; from += 2 * length) {
      const middle = Math.min(from + length, parts.length);
      const end = Math.min(from + 2 * length, parts.length);
      let [one, other] = [from, middle];
      const textAt = (at: number, until: number) => (at < until ? this.at(itemAt(parts, at)) : undefined);
      let [oneText, otherText] = [textAt(one, middle), textAt(other, end)];
      for (let to = from; to < end; to++) {
        if (otherText === undefined || (oneText !== undefined && oneText < otherText)) {
          merged[to] = itemAt(parts, one);
          oneText = textAt(++one, middle);
        } else {
          merged[to] = itemAt(parts, other);
          otherText = textAt(++other, end);
        }
      }
    }
    return merged;
  }
}

/** Texts that are in memory at once while they are sorted. */
const sortedAtOnce = 2 ** 14;
