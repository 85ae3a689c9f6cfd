import { emit, type Tx } from '@parley/db';
import { firstMessageOf } from '../db/deletions.ts';
import { channelStartChanged } from '../events/message-updated.ts';

/** Tells other services that a channel begins with another message, when the lowest of those gone was its first. */
export async function announceStart(tx: Tx, channelId: number, lowestGone: number): Promise<void> {
  const first = await firstMessageOf(tx, channelId);
  if (first === undefined || first > lowestGone) await emit(tx, channelStartChanged(channelId, first));
}
