import { randomBytes } from 'node:crypto';
import { errors } from '@parley/core';
import type { Tx } from '@parley/db';
import type { Ctx } from '../context.ts';
import { addPart, announceBlob, markBlobForDeletion, partsOf } from '../db/parts.ts';
import { newBlobKey } from './blob-key.ts';

/** Reads the bytes of a content from `start` up to, but not including, `end`. */
export async function* readContent(
  { db, store }: Pick<Ctx, 'db' | 'store'>,
  contentId: string,
  start: number,
  end: number,
): AsyncGenerator<Uint8Array> {
  for (const part of await partsOf(db, contentId, start, end)) {
    const from = Math.max(0, start - part.startOffset);
    const to = Math.min(part.sizeBytes, end - part.startOffset);
    yield* store.read(part.blobKey, from, to);
  }
}

/** @param use inserts a referring row in the same transaction; false discards the content @returns its result */
export async function writeContent(
  { db, store }: Pick<Ctx, 'db' | 'store'>,
  bytes: Uint8Array,
  use: (tx: Tx, contentId: string) => Promise<boolean>,
): Promise<boolean> {
  const key = newBlobKey();
  await announceBlob(db, key);
  try {
    const writer = await store.open(key);
    await writer.write(bytes);
    await writer.commit();
    return await db.tx(async (tx) => {
      const contentId = randomBytes(18).toString('hex');
      if (!(await use(tx, contentId))) throw notUsed;
      const part = { startOffset: 0, sizeBytes: bytes.length, blobKey: key };
      if (!(await addPart(tx, contentId, part))) throw errors.unavailable();
      return true;
    });
  } catch (error) {
    await markBlobForDeletion(db, key).catch(() => undefined);
    if (error === notUsed) return false;
    throw error;
  }
}

const notUsed = new Error('The content is not used.');
