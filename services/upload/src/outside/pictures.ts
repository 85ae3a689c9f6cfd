import { createHash } from 'node:crypto';
import { errors, QueueFullError, readExternalPicture, Semaphore } from '@parley/core';
import type { Ctx } from '../context.ts';
import { findPicture, type PictureRow, storePicture } from '../db/pictures.ts';
import { noSuchFile } from '../files/access.ts';
import { renderImage } from '../images/render-image.ts';
import { writeContent } from '../storage/content.ts';
import { guardedFetch, OutsideError } from './guarded-fetch.ts';

const maxBytes = 10 * 1024 * 1024;
/** Pixels of a side; larger pictures are reduced. */
const maxSide = 1_200;
/** How long a picture is served before it is requested again. */
const lifetimeMs = 7 * 24 * 3_600_000;
/** How long a failure is remembered, and how many are. */
const failureMs = 60_000;
const maxFailures = 1_000;

type Progress = {
  requests: Semaphore;
  running: Map<string, Promise<PictureRow>>;
  failures: Map<string, number>;
};
const progressOf = new WeakMap<Ctx, Progress>();

/**
 * Returns a picture of another host, by the signed part of its path on this server. It is requested once for all readers,
 * decoded, and drawn again from its pixels: nothing else of the file reaches a reader.
 * @throws ParleyError NOT_FOUND when the signature is wrong or the picture cannot be had
 */
export async function externalPicture(ctx: Ctx, signed: string): Promise<PictureRow> {
  const url = ctx.outside.isEnabled ? readExternalPicture(signed, ctx.secretKey) : undefined;
  if (url === undefined) throw noSuchFile();
  const key = createHash('sha256').update(url).digest('hex');
  const now = ctx.clock.now();
  const stored = await findPicture(ctx.db, key);
  if (stored && stored.expiresAt.getTime() > now) return stored;
  let progress = progressOf.get(ctx);
  if (progress === undefined) {
    progress = { requests: new Semaphore(8, 200), running: new Map(), failures: new Map() };
    progressOf.set(ctx, progress);
  }
  const { requests, running, failures } = progress;
  if ((failures.get(key) ?? 0) > now) throw noSuchFile();
  let request = running.get(key);
  if (!request) {
    request = requests
      .run(() => fetchPicture(ctx, key, url))
      .catch((error) => {
        // Only the other host's failure is remembered, not this server's.
        if (error instanceof QueueFullError) throw errors.unavailable();
        if ((error as { status?: number }).status !== 404) throw error;
        // The first entry is the oldest one.
        if (failures.size >= maxFailures) failures.delete(failures.keys().next().value!);
        failures.set(key, now + failureMs);
        throw error;
      })
      .finally(() => running.delete(key));
    running.set(key, request);
  }
  return await request;
}

async function fetchPicture(ctx: Ctx, key: string, url: string): Promise<PictureRow> {
  try {
    const isWantedType = (type: string) => type.startsWith('image/') && !type.includes('svg');
    const file = await guardedFetch(url, { maxBytes, isWantedType, accept: 'image/*' }, ctx.outside);
    const shape = {
      width: maxSide,
      height: maxSide,
      fit: 'inside',
      format: 'webp',
      keepsAnimation: true,
    } as const;
    const { bytes, contentType } = await renderImage(file, shape);
    const expiresAt = new Date(ctx.clock.now() + lifetimeMs);
    await writeContent(ctx, bytes, (tx, contentId) =>
      storePicture(tx, key, { contentId, contentType, sizeBytes: bytes.length, expiresAt }),
    );
  } catch (error) {
    const isExpected = error instanceof OutsideError || (error as { status?: number }).status === 400;
    if (!isExpected) throw error;
    ctx.logger.debug({ err: error }, 'a picture of another host cannot be shown');
    throw noSuchFile();
  }
  const stored = await findPicture(ctx.db, key);
  if (!stored) throw noSuchFile();
  return stored;
}
