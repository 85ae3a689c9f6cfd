import type { Scope } from '@parley/facts';
import type {
  ListImportedChannelsRequest,
  ListImportedChannelsResponse,
} from '@parley/proto/channel/v1/importing';
import { requireOperator } from '@parley/rpc';
import type { Ctx } from '../../context.ts';
import { createdBy, mergedBy } from '../../db/imports.ts';

/** Returns the IDs of the channels that an import created, and of those to which it added messages. */
export async function listImportedChannels(
  ctx: Ctx,
  { importId }: ListImportedChannelsRequest,
  { call }: Scope,
): Promise<ListImportedChannelsResponse> {
  requireOperator(call);
  return { channelIds: await createdBy(ctx.db, importId), mergedIds: await mergedBy(ctx.db, importId) };
}
