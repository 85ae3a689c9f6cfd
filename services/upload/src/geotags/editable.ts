import { setImmediate } from 'node:timers/promises';

/** A file or a part of one, of which bytes can be replaced. The size never changes, so that no offset in the file does. */
export type Editable = {
  readonly size: number;
  /** What may still be done for the whole file. Reading and writing spend it. */
  readonly work: Work;
  /** Returns exactly this range. The caller must not change the buffer. @throws MalformedFile beyond the end */
  read(offset: number, length: number): Promise<Buffer>;
  /** Replaces bytes. Later reads return them. @throws MalformedFile beyond the end */
  write(offset: number, bytes: Uint8Array): void;
};

/** Thrown when a file contradicts its format. What was replaced before stays replaced. */
export class MalformedFile extends Error {
  override readonly name = 'MalformedFile';
}

/** Maximum size of metadata that is read into memory at once, in bytes. */
export const maxMetadataBytes = 8 * 1024 * 1024;

/** Units of work for any file, and for each of its bytes: many times what files of cameras and image programs need. */
const budget = { ofFile: 256 * 1024 * 1024, ofByte: 4 } as const;
/** Units of any step. A step that reads or writes takes one for each byte. */
const stepWork = 64;
/** Units for each byte of metadata that is copied and searched. */
const searchWork = 8;
/** Units after which other tasks of the process get their turn. */
const unitsPerTurn = 2 * 1024 * 1024;

/**
 * The work that may be done for one file, so that a small file cannot occupy the process: offsets in a file may lead to the same bytes
 * any number of times. It counts steps instead of time, so that a file is cleaned alike on every machine.
 */
export class Work {
  #left: number;
  #sinceTurn = 0;

  /** @param fileBytes size of the file */
  constructor(fileBytes: number) {
    this.#left = budget.ofFile + budget.ofByte * fileBytes;
  }

  /** Call it before the work. @throws MalformedFile when the file took too much, then and at each further call */
  spend(units: number): void {
    const spent = Math.max(units, stepWork);
    this.#left -= spent;
    this.#sinceTurn += spent;
    if (this.#left < 0) throw new MalformedFile('too much metadata');
  }

  /** Lets other tasks of the process run, when there was much work since they did. */
  async pause(): Promise<void> {
    if (this.#sinceTurn < unitsPerTurn) return;
    this.#sinceTurn = 0;
    await setImmediate();
  }
}

/** Checks that a range lies within the file, and returns its end. @throws MalformedFile */
export function checkRange(size: number, offset: number, length: number): number {
  if (!(offset >= 0 && length >= 0 && offset + length <= size)) {
    throw new MalformedFile(`bytes ${offset} to ${offset + length} of ${size}`);
  }
  return offset + length;
}

/** Bytes in memory. `isChanged` tells whether anything was replaced. */
export class EditableBuffer implements Editable {
  readonly bytes: Buffer;
  readonly work: Work;
  isChanged = false;

  /** Copies the bytes. @throws MalformedFile when the file took too much work */
  constructor(bytes: Buffer, work: Work) {
    work.spend(searchWork * bytes.length);
    this.work = work;
    this.bytes = Buffer.from(bytes);
  }

  get size(): number {
    return this.bytes.length;
  }

  async read(offset: number, length: number): Promise<Buffer> {
    const end = checkRange(this.size, offset, length);
    this.work.spend(length);
    await this.work.pause();
    return this.bytes.subarray(offset, end);
  }

  write(offset: number, bytes: Uint8Array): void {
    checkRange(this.size, offset, bytes.length);
    this.work.spend(bytes.length);
    this.bytes.set(bytes, offset);
    this.isChanged = true;
  }
}

export function partOf(file: Editable, start: number, size: number): Editable {
  checkRange(file.size, start, size);
  return {
    size,
    work: file.work,
    read: (offset, length) => {
      checkRange(size, offset, length);
      return file.read(start + offset, length);
    },
    write: (offset, bytes) => {
      checkRange(size, offset, bytes.length);
      file.write(start + offset, bytes);
    },
  };
}

/** Writes it back when `clean` has changed it. Metadata above `maxMetadataBytes` is left alone. */
export async function editInMemory(
  file: Editable,
  { offset, length }: { offset: number; length: number },
  clean: (bytes: EditableBuffer) => unknown,
): Promise<boolean> {
  if (length > maxMetadataBytes) throw new MalformedFile(`metadata of ${length} bytes`);
  const bytes = new EditableBuffer(await file.read(offset, length), file.work);
  await clean(bytes);
  if (bytes.isChanged) file.write(offset, bytes.bytes);
  return bytes.isChanged;
}
