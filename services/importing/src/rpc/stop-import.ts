import { errors } from '@parley/core';
import type { StopImportRequest, StopImportResponse } from '@parley/proto/importing/v1/importing';
import type { Call } from '@parley/rpc';
import { requireOwner } from '../access.ts';
import type { Ctx } from '../context.ts';
import { findImport, lockImports, setState } from '../db/imports.ts';

/** Stops an import after its current batch. `StartImport` with the same archive continues it. @throws NOT_FOUND */
export async function stopImport(
  ctx: Ctx,
  { importId }: StopImportRequest,
  call: Call,
): Promise<StopImportResponse> {
  await requireOwner(ctx, call, true);
  await ctx.db.tx(async (tx) => {
    await lockImports(tx);
    const row = await findImport(tx, importId);
    if (!row) throw errors.notFound('There is no such import.');
    if (row.state === 'waiting' || row.state === 'running') await setState(tx, importId, 'stopped');
  });
  return {};
}
