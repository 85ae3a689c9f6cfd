/** Number of IDs in one block, whose bits take 8 KiB. */
const blockSize = 65_536;

/** Set of positive IDs that needs little memory: one bit for each possible ID in a block that contains an ID. */
export class IdSet {
  readonly #blocks = new Map<number, Uint8Array>();

  add(id: number): boolean {
    const key = Math.floor(id / blockSize);
    let block = this.#blocks.get(key);
    if (!block) {
      block = new Uint8Array(blockSize / 8);
      this.#blocks.set(key, block);
    }
    const offset = id % blockSize;
    const bit = 1 << (offset & 7);
    const byte = block[offset >> 3] ?? 0;
    const isNew = (byte & bit) === 0;
    block[offset >> 3] = byte | bit;
    return isNew;
  }
}
