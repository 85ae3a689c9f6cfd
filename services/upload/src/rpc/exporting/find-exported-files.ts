import { errors } from '@parley/core';
import type { FindExportedFilesRequest, FindExportedFilesResponse } from '@parley/proto/upload/v1/exporting';
import type { Call } from '@parley/rpc';
import type { Ctx } from '../../context.ts';
import { exportedFiles } from '../../db/exports.ts';

const maxMessages = 1_000;

/**
 * Returns the files to which messages of an export link. The links of all messages that were committed before the call are
 * included. Only `user-admin` calls it. It checks no permission.
 * @throws UNAVAILABLE when these links are not stored in time; BAD_REQUEST for too many messages
 */
export async function findExportedFiles(
  ctx: Ctx,
  { messageIds }: FindExportedFilesRequest,
  call: Call,
): Promise<FindExportedFilesResponse> {
  if (messageIds.length > maxMessages) throw errors.badRequest('Too many messages.');
  if (!(await ctx.linksStored(call))) throw errors.unavailable();
  return { files: await exportedFiles(ctx.db, messageIds) };
}
