import { errors, errorText, ParleyError } from '@parley/core';
import type { Tx } from '@parley/db';
import type { Ctx } from '../context.ts';
import { addPart, announceBlob, extentOf, markBlobForDeletion, maxParts, partsOf } from '../db/parts.ts';
import { extendUpload, lockUpload, type UploadRow } from '../db/uploads.ts';
import { newBlobKey } from '../storage/blob-key.ts';
import type { BlobWriter } from '../storage/blob-store.ts';

type Target = Pick<UploadRow, 'uploadId' | 'ownerId'>;

type Options = {
  /** Maximum size of the whole file in bytes. */
  maxBytes: number;
  /** So that the client can resume after them. Complete parts are always stored. */
  keepsPartial: boolean;
};

/**
 * Appends bytes to an upload. It cuts the bytes into immutable blobs, which become parts of the file one after the other.
 * Invariants:
 *
 * - Memory contains only a few blobs, even of a large file.
 * - Bytes below an offset that was reported to the client are durable: a crash does not lose them.
 * - Replicas need no lock between requests. When two append at the same offset, one of them gets status 409.
 *
 * While one blob is being made durable, the next one is already being filled.
 * @param start the offset at which the client appends
 * @returns the offset that was reached
 * @throws BAD_REQUEST with status 409 for a wrong offset; BAD_REQUEST for too many parts; PAYLOAD_TOO_LARGE above `maxBytes`;
 * NOT_FOUND when the upload has ended; UNAVAILABLE when storing a part took too long
 */
export async function receive(
  ctx: Ctx,
  target: Target,
  start: number,
  chunks: AsyncIterable<Uint8Array>,
  { maxBytes, keepsPartial }: Options,
): Promise<number> {
  const tail = createTail(ctx, target, start);
  let part: OpenPart | undefined;
  try {
    for await (const chunk of chunks) {
      if (chunk.length === 0) continue;
      if (tail.offset + (part?.written ?? 0) + chunk.length > maxBytes)
        throw tooLarge(ctx.limits.maxFileBytes);
      part ??= await openPart(ctx);
      await part.writer.write(chunk);
      part.written += chunk.length;
      if (part.written < ctx.limits.partBytes) continue;
      const full = part;
      part = undefined;
      await tail.add(full);
    }
  } catch (error) {
    const isInterrupted = !(error instanceof ParleyError) || error.code === 'UNAVAILABLE';
    if (part && keepsPartial && isInterrupted) await tail.add(part).catch(() => undefined);
    else if (part) await discard(ctx, part);
    await tail.isStored();
    throw error;
  }
  if (part) await tail.add(part);
  await tail.stored();
  return tail.offset;
}

/** The end of the upload, to which parts are added in order. The last added part may not be durable yet. */
type Tail = {
  /** The offset after the last added part, even if this part is not durable yet. */
  readonly offset: number;
  /** Starts to store a part after the part before it is stored. @throws when storing the part before it failed */
  add(part: OpenPart): Promise<void>;
  /** Waits until all added parts are stored. @throws when one could not be stored */
  stored(): Promise<void>;
  /** Waits until the last part is stored or has failed. Returns whether it was stored. */
  isStored(): Promise<boolean>;
};

function createTail(ctx: Ctx, target: Target, start: number): Tail {
  let offset = start;
  let last: Promise<void> = Promise.resolve();
  const isStored = () =>
    last.then(
      () => true,
      () => false,
    );
  return {
    get offset() {
      return offset;
    },
    async add(part) {
      if (!(await isStored())) {
        await discard(ctx, part);
        return await last;
      }
      last = storePart(ctx, target, offset, part);
      last.catch(() => undefined);
      offset += part.written;
    },
    stored: () => last,
    isStored,
  };
}

type OpenPart = { key: string; writer: BlobWriter; written: number };

async function openPart(ctx: Ctx): Promise<OpenPart> {
  const key = newBlobKey();
  await announceBlob(ctx.db, key);
  return { key, writer: await ctx.store.open(key), written: 0 };
}

/** Makes a blob durable, and then makes it a part of the upload. */
async function storePart(ctx: Ctx, target: Target, offset: number, part: OpenPart): Promise<void> {
  try {
    await part.writer.commit();
    const add = (tx: Tx) => addInOrder(tx, ctx.limits.uploadLifetimeMs, target, offset, part);
    await ctx.db.tx(add, { isIdempotent: true });
  } catch (error) {
    await markBlobForDeletion(ctx.db, part.key).catch(() => undefined);
    throw error;
  }
}

/** Appends a blob to the upload. Does nothing when it is a part already. `receive` lists the errors. */
async function addInOrder(
  tx: Tx,
  lifetimeMs: number,
  { uploadId, ownerId }: Target,
  offset: number,
  { key: blobKey, written: sizeBytes }: OpenPart,
): Promise<void> {
  const upload = await lockUpload(tx, uploadId, ownerId);
  if (!upload || upload.attachmentId !== null) throw noSuchUpload();
  const extent = await extentOf(tx, uploadId);
  if (extent.sizeBytes !== offset) {
    const [added] = await partsOf(tx, uploadId, offset, offset + sizeBytes);
    if (added?.blobKey === blobKey) return;
    throw wrongOffset();
  }
  if (extent.parts >= maxParts) throw errors.badRequest('The file was sent in too many pieces.');
  const isStored = await addPart(tx, uploadId, { startOffset: offset, sizeBytes, blobKey });
  if (!isStored) throw errors.unavailable('The upload took too long. Please try again.');
  await extendUpload(tx, uploadId, lifetimeMs);
}

async function discard(ctx: Ctx, part: OpenPart): Promise<void> {
  await part.writer.abort().catch(() => undefined);
  await markBlobForDeletion(ctx.db, part.key).catch(() => undefined);
}

/** Does not exist, has ended, or belongs to another person. */
export const noSuchUpload = () => errors.notFound('There is no such upload.');
export const wrongOffset = () =>
  new ParleyError('BAD_REQUEST', 'The upload continues at another offset.', {}, 409);
/** Returns the error with status 413 (docs/api/uploads.md#uploading). */
export const tooLarge = (maxBytes: number) =>
  new ParleyError(
    'PAYLOAD_TOO_LARGE',
    errorText('File is larger than the configured maximum upload size ({mebibytes} MiB).', {
      mebibytes: Math.floor(maxBytes / 1024 / 1024),
    }),
  );
