import { errors } from '@parley/core';
import type { LinkImportedFilesRequest, LinkImportedFilesResponse } from '@parley/proto/upload/v1/importing';
import { type Call, requireOperator } from '@parley/rpc';
import type { Ctx } from '../../context.ts';
import { linkImported } from '../../db/imports.ts';

const maxLinks = 5_000;

/** Stores which imported messages link to which files of imports, without events. Links to files of people do not count. */
export async function linkImportedFiles(
  ctx: Ctx,
  { links }: LinkImportedFilesRequest,
  call: Call,
): Promise<LinkImportedFilesResponse> {
  requireOperator(call);
  ctx.writeGuard.check();
  if (links.length > maxLinks) throw errors.badRequest('Too many files.');
  await ctx.db.tx((tx) => linkImported(tx, links), { isIdempotent: true });
  return {};
}
