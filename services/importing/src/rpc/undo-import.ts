import { errors } from '@parley/core';
import type { UndoImportRequest, UndoImportResponse } from '@parley/proto/importing/v1/importing';
import type { Call } from '@parley/rpc';
import { requireOwner } from '../access.ts';
import type { Ctx } from '../context.ts';
import { findActive, findImport, lockImports, setState, storeCheckpoint } from '../db/imports.ts';

/**
 * Begins to remove everything that an import has brought. Repeating it changes nothing.
 * @throws NOT_FOUND; BAD_REQUEST while another import is under way
 */
export async function undoImport(
  ctx: Ctx,
  { importId }: UndoImportRequest,
  call: Call,
): Promise<UndoImportResponse> {
  await requireOwner(ctx, call, true);
  await ctx.db.tx(async (tx) => {
    await lockImports(tx);
    const row = await findImport(tx, importId);
    if (!row) throw errors.notFound('There is no such import.');
    if (row.state === 'undone' || row.state === 'undoing' || row.state === 'refused') return;
    if (row.options.dryRun) return await setState(tx, importId, 'undone');
    const active = await findActive(tx);
    if (active) throw errors.badRequest('Another import is under way.');
    // If the removal is stopped and the archive is imported again, it is imported from its beginning.
    const { founds, isFresh } = row.checkpoint;
    await storeCheckpoint(tx, importId, { founds, isFresh });
    await setState(tx, importId, 'undoing');
  });
  ctx.kick();
  return {};
}
