/** Every replica loads one picture at a time. */
import { errorMessage, ParleyError, rest } from '@parley/core';
import { StoreImageRequest_Kind as Kind } from '@parley/proto/upload/v1/files';
import { backgroundCall, type Call } from '@parley/rpc';
import { auditAs } from '../../kernel/audit.ts';
import { type BackgroundWorker, backgroundWorker } from '../../kernel/background-worker.ts';
import { findUser } from '../../kernel/db/people.ts';
import type { Person } from '../../kernel/domain/person.ts';
import { pollInterval } from '../../kernel/poll-interval.ts';
import { createDbScope, type TxScope } from '../../kernel/scope.ts';
import { changeAccount, lockExisting } from '../change-account.ts';
import type { Ctx } from '../context.ts';
import { claimPicture, findPictures, settlePicture, type WantedPicture } from '../db/provider-pictures.ts';
import { hasOwnPicture, pictureBytes } from '../domain/provider-picture.ts';

const intervalMs = 2_000;
const retrySeconds = 30;
/** Maximum number of attempts to load a picture. Because of the growing delays they take about 45 minutes. */
const maxAttempts = 5;
/** Time limit for loading, converting and storing a picture, in milliseconds. */
const timeoutMs = 30_000;

export function createPictureWorker(ctx: Ctx): BackgroundWorker {
  return backgroundWorker((signal) => run(ctx, signal));
}

async function run(ctx: Ctx, signal: AbortSignal): Promise<void> {
  const pauseAfter = pollInterval(intervalMs);
  while (!signal.aborted) {
    let hasFoundWork = false;
    try {
      while (!signal.aborted && (await loadNext(ctx, signal))) hasFoundWork = true;
    } catch (error) {
      if (!signal.aborted)
        ctx.logger.warn({ err: error }, 'pictures of people could not be loaded; retrying');
    }
    await rest(pauseAfter(hasFoundWork), signal).catch(() => undefined);
  }
}

async function loadNext(ctx: Ctx, signal: AbortSignal): Promise<boolean> {
  const claimed = await claimPicture(ctx.db, retrySeconds);
  if (!claimed) return false;
  const { userId, method, attempts } = claimed;
  const call = backgroundCall({ timeoutMs, signal, principal: { userId } });
  try {
    await load(ctx, claimed, call);
  } catch (error) {
    if (signal.aborted) throw error;
    // An invalid picture is not retried, because it stays invalid. Other failures may be temporary.
    const isRefused = error instanceof ParleyError && error.status < 500;
    const isLast = isRefused || attempts >= maxAttempts;
    if (isLast) await settlePicture(ctx.db, claimed, { isRetried: !isRefused });
    const reason = errorMessage(error);
    ctx.logger.info({ userId, method, attempts, isLast, reason }, 'the picture of a person cannot be loaded');
  }
  return true;
}

async function load(ctx: Ctx, wanted: WantedPicture, call: Call): Promise<void> {
  const { userId, address } = wanted;
  const person = await findUser(ctx.db, userId);
  if (!person?.isActive || (await keepsPicture(ctx.db, person, wanted))) {
    await settlePicture(ctx.db, wanted, { isRetried: true });
    return;
  }
  const bytes = pictureBytes(address);
  const { path } = await ctx.rpc.upload.storeImage(
    { kind: Kind.AVATAR, content: bytes ?? Buffer.alloc(0), url: bytes ? undefined : address },
    call,
  );
  await createDbScope(ctx, call).write((tx) => give(tx, wanted, path));
}

/** Does nothing if the person was deactivated, uploaded a picture to keep, or the provider sent another one meanwhile. */
async function give(tx: TxScope, wanted: WantedPicture, path: string): Promise<void> {
  const { userId, method } = wanted;
  const before = await lockExisting(tx, userId);
  if (!before.isActive || (await keepsPicture(tx, before, wanted))) {
    await settlePicture(tx, wanted, { isRetried: true });
    return;
  }
  if (!(await settlePicture(tx, wanted, { storedPath: path }))) return;
  await changeAccount(tx, before, {
    avatarUrl: path,
    avatarSource: 'U',
    avatarVersion: before.avatarVersion + 1,
  });
  const details = { method, changed: ['avatar'] };
  await auditAs(tx, undefined, { action: 'user.changed', userId, details });
}

const keepsPicture = async (
  db: Parameters<typeof findPictures>[0],
  person: Person,
  { userId, replacesOwn }: WantedPicture,
): Promise<boolean> => !replacesOwn && hasOwnPicture(person, await findPictures(db, userId));
