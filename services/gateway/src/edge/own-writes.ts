import type { Call } from '@parley/rpc';
import type { Ctx } from '../context.ts';
import type { Change } from '../own-writes/marks.ts';
import type { AnyRoute, Awaited } from './route.ts';

const changesAwaited: Readonly<Record<Awaited, readonly Change[]>> = {
  everything: ['facts', 'messages'],
  facts: ['facts'],
  nothing: [],
};

/**
 * Returns the call of a request that must see the caller's earlier writes. It waits only when the caller wrote
 * recently.
 */
export async function afterOwnWrites(
  { ownWrites }: Pick<Ctx, 'ownWrites'>,
  call: Call,
  { awaits = 'everything', readsPresence = false }: Pick<AnyRoute, 'awaits' | 'readsPresence'>,
): Promise<Call> {
  const userId = call.principal?.userId;
  if (userId === undefined) return call;
  const finding = ownWrites.before(userId, changesAwaited[awaits]);
  const presence = readsPresence ? await ownWrites.presenceOf(userId) : undefined;
  const after = finding && (await finding);
  return after || presence ? { ...call, ...(after && { after }), ...(presence && { presence }) } : call;
}

/**
 * Runs a write of the caller and announces it to the other gateways at the same time. Resolves when the write is done
 * and announced.
 */
export async function announced<T>(
  { ownWrites }: Pick<Ctx, 'ownWrites'>,
  { principal }: Call,
  change: Change | 'nothing',
  work: () => Promise<T>,
): Promise<T> {
  if (!principal || change === 'nothing') return work();
  const write = ownWrites.begin(principal.userId, change);
  try {
    return await work();
  } finally {
    await write.end();
  }
}
