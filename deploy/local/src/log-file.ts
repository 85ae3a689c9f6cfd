import { closeSync, fstatSync, openSync, renameSync, writeSync } from 'node:fs';

const LIMIT_BYTES = 20 * 1024 * 1024;

/** A log file of limited size. When it is full, it is renamed to `<file>.old` and replaces an earlier file with this name. */
export class LogFile {
  readonly #path: string;
  readonly #limitBytes: number;
  #descriptor: number;
  #size: number;

  constructor(path: string, limitBytes = LIMIT_BYTES) {
    this.#path = path;
    this.#limitBytes = limitBytes;
    this.#descriptor = openSync(path, 'a', 0o600);
    this.#size = fstatSync(this.#descriptor).size;
  }

  write(text: string): void {
    if (this.#size >= this.#limitBytes) {
      closeSync(this.#descriptor);
      renameSync(this.#path, `${this.#path}.old`);
      this.#descriptor = openSync(this.#path, 'a', 0o600);
      this.#size = 0;
    }
    this.#size += writeSync(this.#descriptor, text);
  }

  close(): void {
    closeSync(this.#descriptor);
  }
}
