import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { type SourceFiles, SourceProblem } from '@parley/archive';
import type { Tell } from '../reading/chunks.ts';
import type { Values } from '../reading/values.ts';
import { BsonError, bsonDocuments } from './bson.ts';

/** A compressed file that grows more than this is an attack: BSON shrinks to a tenth, seldom to a fiftieth. */
const maxRatio = 300;
/** Bytes that a compressed file may have in any case. */
const freeBytes = 256 * 1024 * 1024;

/** The collections of a dump: `<name>.bson`, or `<name>.bson.gz`, all in one folder. */
export class MongoDump {
  private readonly files: SourceFiles;
  private readonly folder: string;

  constructor(files: SourceFiles, folder: string) {
    this.files = files;
    this.folder = folder;
  }

  /** Returns the dump of a server of Rocket.Chat; undefined where there is none. */
  static find(files: SourceFiles): MongoDump | undefined {
    const found = files.list().find(({ path }) => /(?:^|\/)rocketchat_message\.bson(?:\.gz)?$/.test(path));
    return found && new MongoDump(files, found.path.slice(0, found.path.lastIndexOf('/') + 1));
  }

  /** Returns the path of a collection; undefined where the dump has none. */
  path(collection: string): string | undefined {
    const path = `${this.folder}${collection}.bson`;
    return [path, `${path}.gz`].find((candidate) => this.files.has(candidate));
  }

  /** Yields the documents of a collection with their places. What cannot be read is told. */
  async *documents(collection: string, tell: Tell): AsyncIterable<{ value: Values; where: string }> {
    const path = this.path(collection);
    if (path === undefined) return;
    let number = 0;
    try {
      for await (const value of bsonDocuments(this.contents(path)))
        yield { value, where: `${path}:${++number}` };
    } catch (error) {
      if (error instanceof SourceProblem)
        tell({ finding: error.finding, where: error.where, example: error.message });
      else if (error instanceof BsonError) {
        tell({
          finding: 'broken-bson',
          where: `${path}:${number + 1}`,
          example: `${error.message} The rest of the file is left out.`,
        });
      } else throw error;
    }
  }

  private contents(path: string): AsyncIterable<Uint8Array> {
    return path.endsWith('.gz') ? unpacked(this.files.open(path), path) : this.files.open(path);
  }
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
