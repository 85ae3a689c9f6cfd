import { errors } from '@parley/core';
import type {
  FindScheduledUploadsRequest,
  FindScheduledUploadsResponse,
} from '@parley/proto/messaging/v1/visibility';
import type { Ctx } from '../context.ts';
import { scheduledFolders } from '../db/scheduled.ts';

const maxFolders = 1_000;

/**
 * Finds the files that scheduled messages link. `upload` calls it, because it must not delete these files. It checks no
 * permission.
 */
export async function findScheduledUploads(
  ctx: Ctx,
  { folders }: FindScheduledUploadsRequest,
): Promise<FindScheduledUploadsResponse> {
  if (folders.length > maxFolders) throw errors.badRequest('Too many files.');
  return { folders: await scheduledFolders(ctx.db, folders) };
}
