import { errors } from '@parley/core';
import { isOrganizationDeactivated } from '@parley/directory';
import type {
  FindScheduledUploadsRequest,
  FindScheduledUploadsResponse,
} from '@parley/proto/messaging/v1/visibility';
import type { Ctx } from '../context.ts';
import { scheduledFolders } from '../db/scheduled.ts';

const maxFolders = 1_000;

/**
 * Finds the files that `upload` must not delete although no message links to them: files that scheduled messages link
 * to, and all files of a deactivated organization. It checks no permission.
 */
export async function findScheduledUploads(
  ctx: Ctx,
  { folders }: FindScheduledUploadsRequest,
): Promise<FindScheduledUploadsResponse> {
  if (folders.length > maxFolders) throw errors.badRequest('Too many files.');
  if (await isOrganizationDeactivated(ctx.directory)) return { folders };
  return { folders: await scheduledFolders(ctx.db, folders) };
}
