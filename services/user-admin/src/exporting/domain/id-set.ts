/** Number of IDs of one block: 8 KiB. */
const blockSize = 65_536;

/** A set of positive IDs in little memory: one bit for each ID near other IDs of the set. */
export class IdSet {
  readonly #blocks = new Map<number, Uint8Array>();

  /** Adds an ID. Returns false when the set has it already. */
  add(id: number): boolean {
    const key = Math.floor(id / blockSize);
    let block = this.#blocks.get(key);
    if (!block) {
      block = new Uint8Array(blockSize / 8);
      this.#blocks.set(key, block);
    }
    const offset = id % blockSize;
    const bit = 1 << (offset & 7);
    const isNew = (block[offset >> 3]! & bit) === 0;
    block[offset >> 3]! |= bit;
    return isNew;
  }
}
