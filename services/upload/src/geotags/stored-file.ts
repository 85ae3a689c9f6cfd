import { itemAt, required, Semaphore } from '@parley/core';
import type { Tx } from '@parley/db';
import type { Ctx } from '../context.ts';
import { addReplacement, announceBlob, markBlobForDeletion, type PartRow, partsOf } from '../db/parts.ts';
import { lockUpload, type UploadRow } from '../db/uploads.ts';
import { newBlobKey } from '../storage/blob-key.ts';
import type { BlobStore } from '../storage/blob-store.ts';
import { checkRange, type Editable, MalformedFile, Work } from './editable.ts';
import { removePositions } from './remove-positions.ts';

const blockBytes = 256 * 1024;
/** Number of blocks in memory: metadata lies close together. */
const maxBlocks = 16;
/** Maximum number and size of replaced ranges. Tracks of sport cameras have one position for each second. */
const maxChanges = 200_000;
const maxChangedBytes = 64 * 1024 * 1024;

/** Limits the memory for files that are being cleaned at the same time. Further uploads wait. */
const turns = new Semaphore(2);

type Change = { offset: number; bytes: Uint8Array };

/** The bytes of an upload, of which blocks are read when they are needed. Replaced ranges are collected. */
class StoredFile implements Editable {
  readonly changes: Change[] = [];
  readonly size: number;
  readonly work: Work;
  readonly #store: BlobStore;
  readonly #parts: readonly PartRow[];
  readonly #blocks = new Map<number, Promise<Buffer>>();
  #changedBytes = 0;

  constructor(store: BlobStore, parts: readonly PartRow[]) {
    this.#store = store;
    this.#parts = parts;
    const last = parts.at(-1);
    this.size = last ? last.startOffset + last.sizeBytes : 0;
    this.work = new Work(this.size);
  }

  async read(offset: number, length: number): Promise<Buffer> {
    const end = checkRange(this.size, offset, length);
    this.work.spend(length);
    await this.work.pause();
    if (length > blockBytes) return this.#load(offset, end);
    const [first, last] = [
      Math.floor(offset / blockBytes),
      Math.floor(Math.max(offset, end - 1) / blockBytes),
    ];
    const block = await this.#block(first);
    const start = offset - first * blockBytes;
    if (first === last) return block.subarray(start, start + length);
    return Buffer.concat([block.subarray(start), await this.#block(last)]).subarray(0, length);
  }

  write(offset: number, bytes: Uint8Array): void {
    checkRange(this.size, offset, bytes.length);
    this.work.spend(bytes.length);
    this.#changedBytes += bytes.length;
    if (this.changes.length >= maxChanges || this.#changedBytes > maxChangedBytes) {
      throw new MalformedFile('too many positions');
    }
    this.changes.push({ offset, bytes });
  }

  #block(index: number): Promise<Buffer> {
    const known = this.#blocks.get(index);
    if (known) return known;
    if (this.#blocks.size >= maxBlocks)
      this.#blocks.delete(required(this.#blocks.keys().next().value, 'block'));
    this.work.spend(blockBytes);
    const start = index * blockBytes;
    const loading = this.#load(start, Math.min(this.size, start + blockBytes));
    this.#blocks.set(index, loading);
    return loading;
  }

  async #load(start: number, end: number): Promise<Buffer> {
    const chunks: Uint8Array[] = [];
    for (const { startOffset, sizeBytes, blobKey } of this.#parts) {
      const [from, to] = [Math.max(0, start - startOffset), Math.min(sizeBytes, end - startOffset)];
      if (from >= to) continue;
      for await (const chunk of this.#store.read(blobKey, from, to)) chunks.push(chunk);
    }
    const bytes = Buffer.concat(chunks);
    if (bytes.length !== end - start) throw new Error('A part of an upload is missing.');
    return bytes;
  }
}

/**
 * Removes positions from an upload that has received all its bytes. Blobs are immutable, so the parts with changed bytes get new ones.
 * The upload keeps its size. A file that contradicts its format is kept as far as it cannot be read: refusing it would not protect
 * the person, since other programs cannot read positions there either.
 */
export function removePositionsFrom(
  ctx: Pick<Ctx, 'db' | 'store' | 'logger'>,
  { uploadId, ownerId }: Pick<UploadRow, 'uploadId' | 'ownerId'>,
  sizeBytes: number,
): Promise<void> {
  return turns.run(async () => {
    const parts = await ctx.db.tx((tx) => partsOf(tx, uploadId, 0, sizeBytes));
    const file = new StoredFile(ctx.store, parts);
    const problem = await removePositions(file);
    if (problem !== undefined) ctx.logger.info({ uploadId, problem }, 'metadata of a file cannot be read');
    if (file.changes.length === 0) return;
    for (const [part, changes] of changesByPart(parts, file.changes)) {
      await replacePart(ctx, { uploadId, ownerId }, part, changes);
    }
  });
}

/** Returns the parts that change, with their changes in the order in which these were made. @param parts in ascending order */
function changesByPart(parts: readonly PartRow[], changes: readonly Change[]): Map<PartRow, Change[]> {
  const found = new Map<PartRow, Change[]>();
  for (const change of changes) {
    const end = change.offset + change.bytes.length;
    let at = partAt(parts, change.offset);
    for (let part = parts[at]; part && part.startOffset < end; part = parts[++at]) {
      const own = found.get(part);
      if (own) own.push(change);
      else found.set(part, [change]);
    }
  }
  return found;
}

function partAt(parts: readonly PartRow[], offset: number): number {
  let [low, high] = [0, parts.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (itemAt(parts, middle).startOffset <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Writes a part again with changes. Does nothing when another request has done so, or has completed the upload. */
async function replacePart(
  { db, store }: Pick<Ctx, 'db' | 'store'>,
  { uploadId, ownerId }: Pick<UploadRow, 'uploadId' | 'ownerId'>,
  part: PartRow,
  changes: readonly Change[],
): Promise<void> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of store.read(part.blobKey, 0, part.sizeBytes)) chunks.push(chunk);
  const content = Buffer.concat(chunks);
  for (const { offset, bytes } of changes) {
    const at = offset - part.startOffset;
    const skipped = Math.max(0, -at);
    content.set(bytes.subarray(skipped, part.sizeBytes - at), at + skipped);
  }
  const key = newBlobKey();
  await announceBlob(db, key);
  try {
    const writer = await store.open(key);
    await writer.write(content);
    await writer.commit();
    const replace = async (tx: Tx) => {
      const upload = await lockUpload(tx, uploadId, ownerId);
      if (upload?.attachmentId === null) await addReplacement(tx, uploadId, part, key);
    };
    await db.tx(replace, { isIdempotent: true });
  } catch (error) {
    await markBlobForDeletion(db, key).catch(() => undefined);
    throw error;
  }
}
