import { hash } from 'node:crypto';

/** Words of 32 bits that are kept of a digest: with 128 bits, two keys do not meet. */
const words = 4;

/**
 * Numbers keys in the order in which they come, from 0. A key takes about 40 bytes whatever its length, because only a digest of it is
 * kept: an archive may have millions of files and topics, whose texts would fill the memory.
 */
export class KeyTable {
  #digests = new Uint32Array(words * 256);
  /** Numbers of keys plus one, where their digests lead; 0 is free. At most half of it is used. */
  #slots = new Int32Array(512);
  #size = 0;

  /** Number of keys. */
  get size(): number {
    return this.#size;
  }

  /** Returns the number of a key, which is the former `size` where it is new. */
  add(key: string): number {
    const digest = digestOf(key);
    const slot = this.#slotOf(digest);
    const known = this.#slots[slot] ?? 0;
    if (known !== 0) return known - 1;
    const number = this.#size++;
    if (this.#digests.length < this.#size * words) this.#digests = grown(this.#digests);
    this.#digests.set(digest, number * words);
    this.#slots[slot] = number + 1;
    if (this.#size * 2 > this.#slots.length) this.#rebuild();
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
    const known = this.#slots[this.#slotOf(digestOf(key))] ?? 0;
    return known === 0 ? undefined : known - 1;
  }

  has(key: string): boolean {
    return this.find(key) !== undefined;
  }

  /** Returns the place of a digest, or the free one where it belongs. */
  #slotOf(digest: Uint32Array): number {
    const mask = this.#slots.length - 1;
    for (let slot = (digest[0] ?? 0) & mask; ; slot = (slot + 1) & mask) {
      const known = this.#slots[slot] ?? 0;
      if (known === 0 || this.#isAt(known - 1, digest)) return slot;
    }
  }

  #isAt(number: number, digest: Uint32Array): boolean {
    for (let word = 0; word < words; word++)
      if (this.#digests[number * words + word] !== digest[word]) return false;
    return true;
  }

  #rebuild(): void {
    this.#slots = new Int32Array(this.#slots.length * 2);
    for (let number = 0; number < this.#size; number++) {
      const digest = this.#digests.subarray(number * words, (number + 1) * words);
      this.#slots[this.#slotOf(digest)] = number + 1;
    }
  }
}

function digestOf(key: string): Uint32Array {
  const bytes = hash('sha256', key, 'buffer');
  const digest = new Uint32Array(words);
  for (let word = 0; word < words; word++) digest[word] = bytes.readUInt32LE(word * 4);
  return digest;
}

function grown(values: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(values.length * 2);
  larger.set(values);
  return larger;
}
