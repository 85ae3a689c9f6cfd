import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const chunkBytes = 2 ** 20;

/**
 * Rows that are written at the end, kept in a temporary file: tables that grow with messages, and must stand in one file of which the
 * size comes first.
 */
export class Spool {
  readonly #folder = mkdtempSync(join(tmpdir(), 'parley-export-'));
  readonly #file = openSync(join(this.#folder, 'rows'), 'w+', 0o600);
  #waiting: string[] = [];
  #waitingBytes = 0;
  /** Size of all rows with the commas between them. */
  size = 0;
  count = 0;

  add(row: object): void {
    const text = `${this.count === 0 ? '' : ',\n'}${JSON.stringify(row)}`;
    this.count++;
    this.#waiting.push(text);
    this.#waitingBytes += text.length;
    this.size += Buffer.byteLength(text);
    if (this.#waitingBytes >= chunkBytes) this.#flush();
  }

  #flush(): void {
    writeSync(this.#file, this.#waiting.join(''));
    [this.#waiting, this.#waitingBytes] = [[], 0];
  }

  *read(): Iterable<Uint8Array> {
    this.#flush();
    for (let at = 0; at < this.size; ) {
      const chunk = Buffer.alloc(Math.min(chunkBytes, this.size - at));
      const length = readSync(this.#file, chunk, 0, chunk.length, at);
      if (length === 0) throw new Error('The temporary file of an export is shorter than it was.');
      at += length;
      yield chunk.subarray(0, length);
    }
  }

  close(): void {
    closeSync(this.#file);
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
