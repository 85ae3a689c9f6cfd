/**
 * Limits of request bodies that arrive concurrently: their number and their declared size per client address, and their number
 * in total. A body usually arrives in one packet. Many unfinished bodies therefore come from clients that are slow on purpose,
 * and each of them takes memory.
 */
export const maxPerAddress = 128;
export const maxBytesPerAddress = 64 * 2 ** 20;
const maxTotal = 8_192;

/** Counts bodies that have started to arrive and are incomplete. */
export class ArrivingBodies {
  readonly #byAddress = new Map<string, { count: number; bytes: number }>();
  #count = 0;

  /**
   * Counts a further body of `bytes` bytes. An address with no other unfinished body may exceed the limit of bytes.
   * @returns the function to call when the body is complete or abandoned; undefined when a limit is exceeded
   */
  begin(address: string, bytes: number): (() => void) | undefined {
    const own = this.#byAddress.get(address) ?? { count: 0, bytes: 0 };
    if (this.#count >= maxTotal || own.count >= maxPerAddress) return undefined;
    if (own.count > 0 && own.bytes + bytes > maxBytesPerAddress) return undefined;
    this.#count++;
    own.count++;
    own.bytes += bytes;
    this.#byAddress.set(address, own);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.#count--;
      own.bytes -= bytes;
      if (--own.count === 0) this.#byAddress.delete(address);
    };
  }
}
