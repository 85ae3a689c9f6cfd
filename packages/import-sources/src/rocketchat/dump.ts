import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { type SourceFiles, SourceProblem } from '@parley/archive';
import type { Tell } from '../reading/chunks.ts';
import type { Values } from '../reading/values.ts';
import { archiveDocuments, BsonError, bsonDocuments, isMongoArchive } from './bson.ts';

/** A compressed file that grows more than this is an attack: BSON shrinks to a tenth, seldom to a fiftieth. */
const maxRatio = 300;
/** Bytes that a compressed file may have in any case. */
const freeBytes = 256 * 1024 * 1024;

/**
 * The collections of a dump: `<name>.bson` or `<name>.bson.gz`, all in one folder, or one file of `mongodump --archive` with all of
 * them, which is read anew for each collection.
 */
export class MongoDump {
  private readonly files: SourceFiles;
  private readonly folder: string;
  private readonly archive: string | undefined;

  private constructor(files: SourceFiles, folder: string, archive?: string) {
    this.files = files;
    this.folder = folder;
    this.archive = archive;
  }

  /** Folder for what does not fit into memory. */
  get temporaryFolder(): string | undefined {
    return this.files.temporaryFolder;
  }

  /** Returns the dump of a server of Rocket.Chat; undefined where there is none. */
  static async find(files: SourceFiles): Promise<MongoDump | undefined> {
    const found = files.list().find(({ path }) => /(?:^|\/)rocketchat_message\.bson(?:\.gz)?$/.test(path));
    if (found) return new MongoDump(files, found.path.slice(0, found.path.lastIndexOf('/') + 1));
    const isOnly = files.list().take(2).toArray().length === 1;
    const candidates = files
      .list()
      .filter(({ path }) => isOnly || /\.(?:archive|mongodump)(?:\.gz)?$|\.gz$/i.test(path));
    for (const { path } of candidates.take(5)) {
      if (await isArchive(files, path)) return new MongoDump(files, '', path);
    }
    return undefined;
  }

  /** Returns whether the dump has a collection, as far as it tells without being read. */
  has(collection: string): boolean {
    return this.archive !== undefined || this.path(collection) !== undefined;
  }

  private path(collection: string): string | undefined {
    const path = `${this.folder}${collection}.bson`;
    return [path, `${path}.gz`].find((candidate) => this.files.has(candidate));
  }

  /** Yields the documents of a collection with their places. What cannot be read is told. */
  async *documents(collection: string, tell: Tell): AsyncIterable<{ value: Values; where: string }> {
    const path = this.archive ?? this.path(collection);
    if (path === undefined) return;
    const place = this.archive === undefined ? path : `${path}/${collection}`;
    let number = 0;
    try {
      const contents = opened(this.files, path);
      const documents =
        this.archive === undefined ? bsonDocuments(contents) : archiveDocuments(contents, collection);
      for await (const value of documents) yield { value, where: `${place}:${++number}` };
    } catch (error) {
      if (error instanceof SourceProblem)
        tell({ finding: error.finding, where: error.where, example: error.message });
      else if (error instanceof BsonError) {
        tell({
          finding: 'broken-bson',
          where: `${place}:${number + 1}`,
          example: `${error.message} The rest of the file is left out.`,
        });
      } else throw error;
    }
  }
}

const opened = (files: SourceFiles, path: string): AsyncIterable<Uint8Array> =>
  path.endsWith('.gz') ? unpacked(files.open(path), path) : files.open(path);

async function isArchive(files: SourceFiles, path: string): Promise<boolean> {
  try {
    for await (const bytes of opened(files, path)) return isMongoArchive(bytes);
  } catch {
    // What cannot be read is none.
  }
  return false;
}

async function* unpacked(contents: AsyncIterable<Uint8Array>, path: string): AsyncIterable<Uint8Array> {
  let packed = 0;
  let length = 0;
  const counted = async function* (): AsyncIterable<Uint8Array> {
    for await (const chunk of contents) {
      packed += chunk.length;
      yield chunk;
    }
  };
  const source = Readable.from(counted());
  const gunzip = createGunzip();
  source.on('error', (error) => gunzip.destroy(error));
  source.pipe(gunzip);
  try {
    for await (const chunk of gunzip as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > freeBytes && length > packed * maxRatio) {
        throw new SourceProblem('too-large', path, 'The compressed file grows too much to be a dump.');
      }
      yield chunk;
    }
  } catch (error) {
    if (error instanceof SourceProblem) throw error;
    throw new SourceProblem(
      'broken-file',
      path,
      `The compressed file is broken: ${(error as Error).message}`,
    );
  } finally {
    source.destroy();
    gunzip.destroy();
  }
}
