import { errors } from '@parley/core';
import type { GetImportRequest, GetImportResponse } from '@parley/proto/importing/v1/importing';
import type { Call } from '@parley/rpc';
import { requireOwner } from '../access.ts';
import type { Ctx } from '../context.ts';
import { findImport } from '../db/imports.ts';
import { importOf } from '../view.ts';

/** Returns an import with its progress, and with its report when it has ended. @throws NOT_FOUND */
export async function getImport(
  ctx: Ctx,
  { importId }: GetImportRequest,
  call: Call,
): Promise<GetImportResponse> {
  await requireOwner(ctx, call);
  const row = await findImport(ctx.db, importId);
  if (!row) throw errors.notFound('There is no such import.');
  return { import: importOf(row) };
}
