import { itemAt } from '@parley/core';
import { NumberTable } from './number-table.ts';
import { PagedBytes, pageBytes } from './paged-bytes.ts';

/** A list of texts, which takes as many bytes as they have in UTF-8, and few more. */
export class TextList {
  readonly #bytes: PagedBytes;
  #end = 0;
  /** Position and length of each text. */
  readonly #places: NumberTable;

  /** @param folder for what does not fit into memory */
  constructor(folder?: string) {
    this.#bytes = new PagedBytes(folder);
    this.#places = new NumberTable(2, folder);
  }

  get size(): number {
    return this.#places.size;
  }

  add(text: string): void {
    const bytes = Buffer.from(text);
    this.#places.add(this.#end, bytes.length);
    for (let taken = 0; taken < bytes.length; ) {
      const start = this.#end % pageBytes;
      const length = Math.min(pageBytes - start, bytes.length - taken);
      const page = this.#bytes.page(Math.floor(this.#end / pageBytes), true);
      bytes.copy(page.bytes, start, taken, taken + length);
      taken += length;
      this.#end += length;
    }
  }

  at(index: number): string {
    const [from, length] = [this.#places.get(index, 0), this.#places.get(index, 1)];
    const start = from % pageBytes;
    const first = this.#bytes.page(Math.floor(from / pageBytes)).bytes;
    if (start + length <= pageBytes) return first.toString('utf8', start, start + length);
    const parts: Buffer[] = [];
    for (let at = from; at < from + length; ) {
      const begin = at % pageBytes;
      const part = Math.min(pageBytes - begin, from + length - at);
      parts.push(
        Buffer.from(this.#bytes.page(Math.floor(at / pageBytes)).bytes.subarray(begin, begin + part)),
      );
      at += part;
    }
    return Buffer.concat(parts).toString();
  }

  /**
   * Returns the indexes of the texts in the order of the texts, which are read as they are needed. Between parts of the work, the process
   * does other work.
   */
  async sorted(): Promise<Uint32Array> {
    let order = new Uint32Array(this.size);
    for (let from = 0; from < this.size; from += sortedAtOnce) {
      const to = Math.min(from + sortedAtOnce, this.size);
      const texts = Array.from({ length: to - from }, (_, at) => ({
        text: this.at(from + at),
        at: from + at,
      }));
      texts.sort((one, other) => (one.text < other.text ? -1 : 1));
      for (const [at, text] of texts.entries()) order[from + at] = text.at;
      await others();
    }
    for (let length = sortedAtOnce; length < this.size; length *= 2)
      order = await this.#merged(order, length);
    return order;
  }

  /** Merges pairs of sorted parts of a length. */
  async #merged(parts: Uint32Array, length: number): Promise<Uint32Array<ArrayBuffer>> {
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
        if (to % mergedAtOnce === 0) await others();
      }
    }
    return merged;
  }
}

/** Texts that are in memory at once while they are sorted. */
const sortedAtOnce = 2 ** 14;
/** Texts that are merged before the process does other work. */
const mergedAtOnce = 2 ** 12;

const others = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
