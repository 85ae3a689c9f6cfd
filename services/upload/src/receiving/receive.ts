import { errors, ParleyError } from '@parley/core';
import type { Ctx } from '../context.ts';
import { addPart, announceBlob, condemnBlob, extentOf, maxParts } from '../db/parts.ts';
import { lockUpload, prolongUpload, type UploadRow } from '../db/uploads.ts';
import { newBlobKey } from '../storage/blob-key.ts';
import type { BlobWriter } from '../storage/blob-store.ts';

type Target = Pick<UploadRow, 'uploadId' | 'ownerId'>;

type Options = {
  /** Bytes the file may have at the end. */
  maxBytes: number;
  /** When the bytes break off, what had arrived is kept for the next go. */
  keepsRest: boolean;
};

/**
 * Writes bytes behind those an upload has, `start` being where the sender believes that is. Content is cut into
 * blobs that never change, and becomes part of the file blob by blob, so that
 *
 * - memory holds a few chunks, however long the file;
 * - what was counted as received is durable: a crash loses nothing that an offset promised;
 * - replicas need no locks: of two that continue at the same place, one finds that it came too late.
 *
 * While one blob is made durable the next is filled already.
 *
 * @returns the offset reached. @throws ParleyError 409 at a wrong place, PAYLOAD_TOO_LARGE
 */
export async function receive(
  ctx: Ctx,
  target: Target,
  start: number,
  chunks: AsyncIterable<Uint8Array>,
  { maxBytes, keepsRest }: Options,
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
    const isBrokenOff = !(error instanceof ParleyError) || error.code === 'UNAVAILABLE';
    if (part && keepsRest && isBrokenOff) await tail.add(part).catch(() => undefined);
    else if (part) await giveUp(ctx, part);
    await tail.isKept();
    throw error;
  }
  if (part) await tail.add(part);
  await tail.kept();
  return tail.offset;
}

/** Where parts go: one after the other, the last perhaps still on its way. */
type Tail = {
  /** Behind every part that was added, kept or not yet. */
  readonly offset: number;
  /** Takes a part over as soon as the one before is kept. @throws when that one could not be */
  add(part: OpenPart): Promise<void>;
  /** @throws when a part could not be kept */
  kept(): Promise<void>;
  isKept(): Promise<boolean>;
};

function createTail(ctx: Ctx, target: Target, start: number): Tail {
  let offset = start;
  let last: Promise<void> = Promise.resolve();
  const isKept = () =>
    last.then(
      () => true,
      () => false,
    );
  return {
    get offset() {
      return offset;
    },
    async add(part) {
      if (!(await isKept())) {
        await giveUp(ctx, part);
        return await last;
      }
      last = keep(ctx, target, offset, part);
      last.catch(() => undefined);
      offset += part.written;
    },
    kept: () => last,
    isKept,
  };
}

type OpenPart = { key: string; writer: BlobWriter; written: number };

async function openPart(ctx: Ctx): Promise<OpenPart> {
  const key = newBlobKey();
  await announceBlob(ctx.db, key);
  return { key, writer: await ctx.store.open(key), written: 0 };
}

/** Makes a blob durable, then part of the file. */
async function keep(ctx: Ctx, target: Target, offset: number, part: OpenPart): Promise<void> {
  try {
    await part.writer.commit();
    await ctx.db.tx(async (tx) => {
      const upload = await lockUpload(tx, target.uploadId, target.ownerId);
      if (!upload || upload.attachmentId !== null) throw noSuchUpload();
      const extent = await extentOf(tx, target.uploadId);
      if (extent.sizeBytes !== offset) throw wrongOffset();
      if (extent.parts >= maxParts) throw errors.badRequest('The file came in too many pieces.');
      const isKept = await addPart(tx, target.uploadId, {
        startOffset: offset,
        sizeBytes: part.written,
        blobKey: part.key,
      });
      if (!isKept) throw errors.unavailable('The upload took too long. Please try again.');
      await prolongUpload(tx, target.uploadId, ctx.limits.uploadLifetimeMs);
    });
  } catch (error) {
    await condemnBlob(ctx.db, part.key).catch(() => undefined);
    throw error;
  }
}

async function giveUp(ctx: Ctx, part: OpenPart): Promise<void> {
  await part.writer.abort().catch(() => undefined);
  await condemnBlob(ctx.db, part.key).catch(() => undefined);
}

/** One answer for uploads that ended, never were, or are another's. */
export const noSuchUpload = () => errors.notFound('There is no such upload.');
/** 409, as the tus protocol has it. */
export const wrongOffset = () =>
  new ParleyError('BAD_REQUEST', 'The upload continues at another place.', {}, 409);
/** 413 (specification, 22). */
export const tooLarge = (maxBytes: number) =>
  new ParleyError(
    'PAYLOAD_TOO_LARGE',
    `File is larger than the configured maximum upload size (${Math.floor(maxBytes / 1024 / 1024)} MiB).`,
  );
