import { emit } from '@parley/db';
import type { TxScope } from '../kernel/scope.ts';
import type { Ctx } from './context.ts';
import { listExports } from './db/exports.ts';
import { presentExport } from './domain/rules.ts';
import { exportsChanged } from './events/exports.ts';
import { administratorsNow } from './holders.ts';

/** Emits an event with all exports of the organization. Must run in the transaction that changes one of them. */
export async function announceExports(ctx: Pick<Ctx, 'config'>, tx: TxScope): Promise<void> {
  const rows = await listExports(tx);
  // The event queue removes the addresses for queues of API keys with limits.
  const view = { ...ctx.config, now: Date.now(), viewer: {}, holder: await administratorsNow(tx) };
  await emit(tx, exportsChanged(rows.map((row) => presentExport(row, view))));
}
