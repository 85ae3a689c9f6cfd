import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KeyTable, NumberTable } from '@parley/archive';
import { required } from '@parley/core';

const writeLimit = 256 * 1024;
/** Columns: where a value begins in the file, its length, and whether it was taken. */
const [start, length, taken] = [0, 1, 2] as const;

/** Values by their keys, which wait in a temporary file: there may be as many as people have shared files. Values are JSON. */
export class Kept<Value> implements AsyncDisposable {
  private readonly base: string;
  private readonly keys: KeyTable;
  private readonly places: NumberTable;
  private waiting: Buffer[] = [];
  private waitingBytes = 0;
  private written = 0;
  private folder: string | undefined;
  private file: FileHandle | undefined;

  constructor(base = tmpdir()) {
    this.base = base;
    this.keys = new KeyTable(base);
    this.places = new NumberTable(3, base);
  }

  has(key: string): boolean {
    return this.keys.has(key);
  }

  /** Keeps a value, unless there is one with this key. */
  async add(key: string, value: Value): Promise<void> {
    if (!this.keys.addNew(key)) return;
    const bytes = Buffer.from(JSON.stringify(value));
    this.places.add(this.written + this.waitingBytes, bytes.length);
    this.waiting.push(bytes);
    this.waitingBytes += bytes.length;
    if (this.waitingBytes >= writeLimit) await this.flush();
  }

  /** Returns the value of a key once; undefined afterwards, and for an unknown key. */
  async take(key: string): Promise<Value | undefined> {
    const number = this.keys.find(key);
    return number === undefined ? undefined : this.taken(number);
  }

  /** Yields the values that nobody has taken, as they came. */
  async *rest(): AsyncIterable<Value> {
    for (let number = 0; number < this.places.size; number++) {
      const value = await this.taken(number);
      if (value !== undefined) yield value;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.file?.close();
    if (this.folder !== undefined) await rm(this.folder, { recursive: true, force: true });
  }

  private async taken(number: number): Promise<Value | undefined> {
    if (this.places.get(number, taken) === 1) return undefined;
    this.places.set(number, taken, 1);
    await this.flush();
    const bytes = Buffer.alloc(this.places.get(number, length));
    const from = this.places.get(number, start);
    const { bytesRead } = await required(this.file, 'file of kept values').read(bytes, 0, bytes.length, from);
    if (bytesRead < bytes.length) throw new Error('A temporary file of the import could not be read.');
    return JSON.parse(bytes.toString()) as Value;
  }

  private async flush(): Promise<void> {
    if (this.waiting.length === 0) return;
    this.folder ??= await mkdtemp(join(this.base, 'parley-kept-'));
    this.file ??= await open(join(this.folder, 'kept'), 'wx+', 0o600);
    const bytes = Buffer.concat(this.waiting);
    [this.waiting, this.waitingBytes] = [[], 0];
    await this.file.appendFile(bytes);
    this.written += bytes.length;
  }
}
