/** Reading BSON, the form of `mongodump`: documents one after the other, each with its length. Only what is needed is kept. */
import type { Values } from '../reading/values.ts';

/** A document that is longer than MongoDB allows is a mistake. */
const maxDocumentLength = 17 * 1024 * 1024;
const maxDepth = 100;

/** Something that is no BSON. */
export class BsonError extends Error {}

/**
 * Yields the documents of a file. The contents may come in pieces of any size. @throws BsonError where the file is broken: what
 * follows cannot be read, because only lengths separate documents
 */
export async function* bsonDocuments(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Values> {
  let rest: Buffer = Buffer.alloc(0);
  let waiting: Buffer[] = [];
  let available = 0;
  let needed = 4;
  for await (const chunk of chunks) {
    waiting.push(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength));
    available += chunk.byteLength;
    if (rest.length + available < needed) continue;
    rest = Buffer.concat([rest, ...waiting]);
    waiting = [];
    available = 0;
    let at = 0;
    while (rest.length - at >= 4) {
      const length = rest.readInt32LE(at);
      if (length < 5 || length > maxDocumentLength)
        throw new BsonError(`A document has the length ${length}.`);
      if (rest.length - at < length) {
        needed = length;
        break;
      }
      needed = 4;
      yield readDocument(rest.subarray(at, at + length));
      at += length;
    }
    rest = rest.subarray(at);
  }
  if (rest.length + available > 0) throw new BsonError('The file ends within a document.');
}

/** First number of a file that `mongodump --archive` writes. */
const archiveMagic = 0x8199_e26d;
/** Stands behind the documents of a block. */
const terminator = -1;

/** Returns whether contents are those of `mongodump --archive`. */
export const isMongoArchive = (head: Uint8Array): boolean =>
  head.length >= 4 &&
  Buffer.from(head.buffer, head.byteOffset, head.byteLength).readUInt32LE() === archiveMagic;

/**
 * Yields the documents of one collection in a file of `mongodump --archive`, where blocks of all collections are mixed: a header
 * with the name of the collection, its documents, and a terminator. The first blocks describe the collections.
 */
export async function* archiveDocuments(
  chunks: AsyncIterable<Uint8Array>,
  collection: string,
): AsyncIterable<Values> {
  let isFirst = true;
  /** undefined: a header comes next. */
  let name: unknown;
  let isPrelude = true;
  for await (const piece of framed(chunks)) {
    if (isFirst) {
      if (piece !== 'magic') throw new BsonError('The file is no archive of mongodump.');
      isFirst = false;
    } else if (piece === 'terminator') {
      isPrelude = false;
      name = undefined;
    } else if (piece !== 'magic' && !isPrelude) {
      if (name === undefined) name = readDocument(piece).collection ?? '';
      else if (name === collection) yield readDocument(piece);
    }
  }
}

/** Yields the pieces of an archive: its first number, documents, and terminators. */
async function* framed(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Buffer | 'magic' | 'terminator'> {
  let rest: Buffer = Buffer.alloc(0);
  let isFirst = true;
  for await (const chunk of chunks) {
    rest = Buffer.concat([rest, chunk]);
    let at = 0;
    while (rest.length - at >= 4) {
      const length = rest.readInt32LE(at);
      if (isFirst) {
        isFirst = false;
        if (rest.readUInt32LE(at) !== archiveMagic)
          throw new BsonError('The file is no archive of mongodump.');
        yield 'magic';
        at += 4;
      } else if (length === terminator) {
        yield 'terminator';
        at += 4;
      } else {
        if (length < 5 || length > maxDocumentLength)
          throw new BsonError(`A document has the length ${length}.`);
        if (rest.length - at < length) break;
        yield rest.subarray(at, at + length);
        at += length;
      }
    }
    rest = rest.subarray(at);
  }
  if (rest.length > 0) throw new BsonError('The file ends within a document.');
}

/** Returns the values of one document. Times are in milliseconds, object IDs in hexadecimal. */
export function readDocument(bytes: Buffer): Values {
  const reader = new DocumentReader(bytes);
  const value = reader.document(0);
  return value as Values;
}

class DocumentReader {
  private at = 0;
  private readonly bytes: Buffer;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  document(depth: number, isList = false): Values | unknown[] {
    if (depth > maxDepth) throw new BsonError('A document is nested too deeply.');
    const end = this.at + this.int32();
    if (end > this.bytes.length || end < this.at + 1)
      throw new BsonError('A document inside has a wrong length.');
    const list: unknown[] = [];
    const entries: [string, unknown][] = [];
    while (this.at < end - 1) {
      const type = this.take(1).readUInt8();
      const name = this.cstring();
      const value = this.value(type, depth);
      if (isList) list.push(value);
      else entries.push([name, value]);
    }
    if (this.at !== end - 1 || this.take(1)[0] !== 0)
      throw new BsonError('A document does not end where it should.');
    // Names such as `__proto__` become plain properties.
    return isList ? list : Object.fromEntries(entries);
  }

  private value(type: number, depth: number): unknown {
    switch (type) {
      case 0x01:
        return this.take(8).readDoubleLE();
      case 0x02:
      case 0x0d:
      case 0x0e:
        return this.string();
      case 0x03:
        return this.document(depth + 1);
      case 0x04:
        return this.document(depth + 1, true);
      case 0x05: {
        const length = this.int32();
        const subtype = this.take(1)[0];
        const value = this.take(length);
        // The old form of binary data has its length twice.
        return subtype === 2 && length >= 4 ? value.subarray(4) : value;
      }
      case 0x07:
        return this.take(12).toString('hex');
      case 0x08:
        return this.take(1)[0] !== 0;
      case 0x09:
      case 0x12:
        return this.int64();
      case 0x0b:
        return `/${this.cstring()}/${this.cstring()}`;
      case 0x0c: {
        this.string();
        return this.take(12).toString('hex');
      }
      case 0x0f: {
        this.take(4);
        this.string();
        this.document(depth + 1);
        return undefined;
      }
      case 0x10:
        return this.int32();
      case 0x11:
        return this.int64();
      case 0x13:
        this.take(16);
        return undefined;
      case 0x06:
      case 0x0a:
      case 0x7f:
      case 0xff:
        return null;
      default:
        throw new BsonError(`A value has the unknown type ${type}.`);
    }
  }

  private take(length: number): Buffer {
    if (length < 0 || this.at + length > this.bytes.length)
      throw new BsonError('A value reaches beyond its document.');
    const value = this.bytes.subarray(this.at, this.at + length);
    this.at += length;
    return value;
  }

  private int32(): number {
    return this.take(4).readInt32LE();
  }

  private int64(): number {
    return Number(this.take(8).readBigInt64LE());
  }

  private string(): string {
    const length = this.int32();
    if (length < 1) throw new BsonError('A text has a wrong length.');
    return this.take(length).toString('utf8', 0, length - 1);
  }

  private cstring(): string {
    const end = this.bytes.indexOf(0, this.at);
    if (end === -1) throw new BsonError('A name does not end.');
    const value = this.bytes.toString('utf8', this.at, end);
    this.at = end + 1;
    return value;
  }
}
