/** A file or a part of one, of which bytes can be replaced. The size never changes, so that no offset in the file does. */
export type Editable = {
  readonly size: number;
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
  isChanged = false;

  constructor(bytes: Buffer) {
    this.bytes = Buffer.from(bytes);
  }

  get size(): number {
    return this.bytes.length;
  }

  async read(offset: number, length: number): Promise<Buffer> {
    return this.bytes.subarray(offset, checkRange(this.size, offset, length));
  }

  write(offset: number, bytes: Uint8Array): void {
    checkRange(this.size, offset, bytes.length);
    this.bytes.set(bytes, offset);
    this.isChanged = true;
  }
}

/** Returns a part of a file as a file of its own. */
export function partOf(file: Editable, start: number, size: number): Editable {
  checkRange(file.size, start, size);
  return {
    size,
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

/**
 * Reads metadata into memory, lets `clean` change it, and writes it back when it was changed. Metadata above `maxMetadataBytes` is
 * left alone.
 */
export async function editInMemory(
  file: Editable,
  { offset, length }: { offset: number; length: number },
  clean: (bytes: EditableBuffer) => unknown,
): Promise<boolean> {
  if (length > maxMetadataBytes) throw new MalformedFile(`metadata of ${length} bytes`);
  const bytes = new EditableBuffer(await file.read(offset, length));
  await clean(bytes);
  if (bytes.isChanged) file.write(offset, bytes.bytes);
  return bytes.isChanged;
}
