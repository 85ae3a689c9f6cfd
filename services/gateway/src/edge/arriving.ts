/**
 * How many bodies may be on their way at once from one address, how many bytes they may announce, and how many bodies in
 * all. One that a client sends takes a moment: so many come from who is slow on purpose, and hold as much memory as was
 * sent of them.
 */
export const mostOfAddress = 128;
export const mostBytesOfAddress = 64 * 2 ** 20;
const mostInAll = 8_192;

/** Bodies that have begun to arrive and are not here yet. */
export class Arriving {
  readonly #byAddress = new Map<string, { count: number; bytes: number }>();
  #count = 0;

  /** Takes another one on. @returns what to call once it is here or given up; undefined when there are too many */
  begin(address: string, bytes: number): (() => void) | undefined {
    const own = this.#byAddress.get(address) ?? { count: 0, bytes: 0 };
    if (this.#count >= mostInAll || own.count >= mostOfAddress) return undefined;
    if (own.count > 0 && own.bytes + bytes > mostBytesOfAddress) return undefined;
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
