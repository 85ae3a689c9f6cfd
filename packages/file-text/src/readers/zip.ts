import { promisify } from 'node:util';
import { type Entry, fromBuffer, type ZipFile } from 'yauzl';
import { Unreadable } from '../types.ts';

const maxEntries = 20_000;

/** The entries of a ZIP archive. Expanding them stops at a limit that all of them share. */
export class Zip {
  readonly #file: ZipFile;
  readonly #entries: ReadonlyMap<string, Entry>;
  #room: number;

  private constructor(file: ZipFile, entries: ReadonlyMap<string, Entry>, maxExpandedBytes: number) {
    this.#file = file;
    this.#entries = entries;
    this.#room = maxExpandedBytes;
  }

  static async open(bytes: Buffer, maxExpandedBytes: number): Promise<Zip> {
    const file = await promisify((done: (error: Error | null, file?: ZipFile) => void) =>
      fromBuffer(bytes, { lazyEntries: true }, done),
    )();
    if (!file) throw new Unreadable('broken');
    const entries = new Map<string, Entry>();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    file.on('error', reject);
    file.on('end', resolve);
    file.on('entry', (entry: Entry) => {
      entries.set(entry.fileName, entry);
      if (entries.size > maxEntries) reject(new Unreadable('too_large'));
      else file.readEntry();
    });
    file.readEntry();
    await promise;
    return new Zip(file, entries, maxExpandedBytes);
  }

  get names(): readonly string[] {
    return [...this.#entries.keys()];
  }

  /** Returns whether any entry needs a password. */
  get isEncrypted(): boolean {
    return this.#entries.values().some((entry) => (entry.generalPurposeBitFlag & 1) === 1);
  }

  /** Returns the expanded bytes of an entry; undefined when the archive does not have it. */
  async read(name: string): Promise<Buffer | undefined> {
    const entry = this.#entries.get(name);
    if (entry === undefined) return undefined;
    if (entry.uncompressedSize > this.#room) throw new Unreadable('too_large');
    const open = promisify((done: (error: Error | null, stream?: NodeJS.ReadableStream) => void) =>
      this.#file.openReadStream(entry, done),
    );
    const chunks: Buffer[] = [];
    const stream = await open();
    if (!stream) throw new Error('The entry cannot be opened.');
    for await (const chunk of stream) {
      const bytes = chunk as Buffer;
      this.#room -= bytes.length;
      if (this.#room < 0) throw new Unreadable('too_large');
      chunks.push(bytes);
    }
    return Buffer.concat(chunks);
  }
}
