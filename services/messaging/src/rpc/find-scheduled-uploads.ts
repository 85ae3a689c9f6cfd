import { errors } from '@parley/core';
import { isOrganizationDeactivated } from '@parley/facts';
import type {
  FindScheduledUploadsRequest,
  FindScheduledUploadsResponse,
} from '@parley/proto/messaging/v1/visibility';
import type { Ctx } from '../context.ts';
import { scheduledFolders } from '../db/personal/scheduled.ts';

const maxFolders = 1_000;

/**
 * Finds upload folders that must be kept although no sent message links to them: folders to which scheduled messages link, and
 * all folders of a deactivated organization. `upload` calls it before it deletes files. It checks no permission.
 */
export async function findScheduledUploads(
  ctx: Ctx,
  { folders }: FindScheduledUploadsRequest,
): Promise<FindScheduledUploadsResponse> {
  if (folders.length > maxFolders) throw errors.badRequest('Too many files.');
  if (await isOrganizationDeactivated(ctx.factCache)) return { folders };
  return { folders: await scheduledFolders(ctx.db, folders) };
}
