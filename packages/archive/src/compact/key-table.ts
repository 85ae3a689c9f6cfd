import { hash } from 'node:crypto';
import { PagedBytes, pageBytes } from './paged-bytes.ts';

/** Words of 32 bits that are kept of a digest: with 128 bits, two keys do not meet. */
const words = 4;

const wordsOfPage = pageBytes / 4;

/** Numbers of 32 bits at places from 0. */
class Words {
  readonly #bytes: PagedBytes;

  constructor(folder: string | undefined) {
    this.#bytes = new PagedBytes(folder);
  }

  get(at: number): number {
    return this.#bytes.page(Math.floor(at / wordsOfPage)).words[at % wordsOfPage] ?? 0;
  }

  set(at: number, value: number): void {
    this.#bytes.page(Math.floor(at / wordsOfPage), true).words[at % wordsOfPage] = value;
  }
}

/**
 * Numbers keys in the order in which they come, from 0. A key takes about 40 bytes whatever its length, because only a digest of it is
 * kept: an archive may have millions of files and topics, whose texts would fill the memory.
 */
export class KeyTable {
  readonly #folder: string | undefined;
  readonly #digests: Words;
  /** Numbers of keys plus one, where their digests lead; 0 is free. At most half of it is used. */
  #slots: Words;
  #slotCount = 512;
  #size = 0;

  /** @param folder for what does not fit into memory */
  constructor(folder?: string) {
    this.#folder = folder;
    this.#digests = new Words(folder);
    this.#slots = new Words(folder);
  }

  /** Number of keys. */
  get size(): number {
    return this.#size;
  }

  /** Returns the number of a key, which is the former `size` where it is new. */
  add(key: string): number {
    const digest = digestOf(key);
    const slot = this.#slotOf(digest);
    const known = this.#slots.get(slot);
    if (known !== 0) return known - 1;
    const number = this.#size++;
    for (let word = 0; word < words; word++) this.#digests.set(number * words + word, digest[word] ?? 0);
    this.#slots.set(slot, number + 1);
    if (this.#size * 2 > this.#slotCount) this.#rebuild();
    return number;
  }

  /** Adds a key. Returns whether it is new. */
  addNew(key: string): boolean {
    const before = this.#size;
    this.add(key);
    return this.#size > before;
  }

  /** Returns the number of a key; undefined for an unknown one. */
  find(key: string): number | undefined {
    const known = this.#slots.get(this.#slotOf(digestOf(key)));
    return known === 0 ? undefined : known - 1;
  }

  has(key: string): boolean {
    return this.find(key) !== undefined;
  }

  /** Returns the place of a digest, or the free one where it belongs. */
  #slotOf(digest: Int32Array): number {
    const mask = this.#slotCount - 1;
    for (let slot = (digest[0] ?? 0) & mask; ; slot = (slot + 1) & mask) {
      const known = this.#slots.get(slot);
      if (known === 0 || this.#isAt(known - 1, digest)) return slot;
    }
  }

  #isAt(number: number, digest: Int32Array): boolean {
    for (let word = 0; word < words; word++)
      if (this.#digests.get(number * words + word) !== digest[word]) return false;
    return true;
  }

  #rebuild(): void {
    this.#slotCount *= 2;
    this.#slots = new Words(this.#folder);
    const mask = this.#slotCount - 1;
    for (let number = 0; number < this.#size; number++) {
      let slot = this.#digests.get(number * words) & mask;
      while (this.#slots.get(slot) !== 0) slot = (slot + 1) & mask;
      this.#slots.set(slot, number + 1);
    }
  }
}

function digestOf(key: string): Int32Array {
  const bytes = hash('sha256', key, 'buffer');
  const digest = new Int32Array(words);
  for (let word = 0; word < words; word++) digest[word] = bytes.readInt32LE(word * 4);
  return digest;
}
