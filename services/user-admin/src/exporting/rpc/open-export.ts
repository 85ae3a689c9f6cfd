import { errors, signArchiveToken, withEitherKey } from '@parley/core';
import type { OpenExportRequest, OpenExportResponse } from '@parley/proto/useradmin/v1/organization';
import type { DbScope } from '../../kernel/scope.ts';
import type { Ctx } from '../context.ts';
import { findAnyExport } from '../db/exports.ts';
import { readExportAddress } from '../domain/address.ts';
import { hasArchive } from '../domain/rules.ts';
import { mayHolderOpen } from '../holders.ts';

/** Time for which the gateway can use a token, in milliseconds. It uses the token at once; clocks of replicas may differ. */
const tokenMs = 60_000;

/**
 * Returns a token with which the gateway opens the archive of an export at the service `upload`. Needs no account: the address
 * decides. The right of its holder is checked at each request, so an address ends with their role and their access.
 * @throws NOT_FOUND when the address is invalid or has expired, when its holder may not open the archive any more, and when there
 * is no archive
 */
export async function openExport(
  ctx: Ctx,
  { address: text }: OpenExportRequest,
  scope: DbScope,
): Promise<OpenExportResponse> {
  const now = Date.now();
  const address = withEitherKey(ctx.config.secretKeys, (key) => readExportAddress(text, key, now));
  const row = address && (await findAnyExport(scope, address.exportId));
  if (!address || !row || !hasArchive(row) || !(await mayHolderOpen(scope, row, address.holder))) {
    throw errors.notFound('File not found.');
  }
  const token = { exportId: row.exportId, expiresAt: now + tokenMs };
  return { exportToken: signArchiveToken(token, ctx.config.secretKey) };
}
