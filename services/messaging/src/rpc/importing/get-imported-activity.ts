import type { Scope } from '@parley/facts';
import type {
  GetImportedActivityRequest,
  GetImportedActivityResponse,
} from '@parley/proto/messaging/v1/importing';
import { requireOperator } from '@parley/rpc';
import type { Ctx } from '../../context.ts';
import { activityOf } from '../../db/whole-accounts/imports.ts';

/** Returns the oldest message and the time of the newest message of channels. Channels without messages are left out. */
export async function getImportedActivity(
  { db }: Ctx,
  { channelIds }: GetImportedActivityRequest,
  { call }: Scope,
): Promise<GetImportedActivityResponse> {
  requireOperator(call);
  return { channels: await activityOf(db, channelIds) };
}
