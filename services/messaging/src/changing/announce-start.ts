import { emit, type Tx } from '@parley/db';
import type { ChannelId } from '@parley/rules';
import { firstMessageOf } from '../db/changing/deletions.ts';
import { channelStartChanged } from '../events/message-updated.ts';

/** @param lowestRemovedId the lowest ID of the deleted messages */
export async function announceStart(tx: Tx, channelId: ChannelId, lowestRemovedId: number): Promise<void> {
  const first = await firstMessageOf(tx, channelId);
  if (first === undefined || first > lowestRemovedId) await emit(tx, channelStartChanged(channelId, first));
}
