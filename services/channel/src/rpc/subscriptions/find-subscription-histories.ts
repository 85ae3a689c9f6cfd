import { errors } from '@parley/core';
import type {
  FindSubscriptionHistoriesRequest,
  FindSubscriptionHistoriesResponse,
} from '@parley/proto/channel/v1/channel';
import type { Ctx } from '../../context.ts';
import { historiesIn } from '../../db/histories.ts';

const maxIds = 1_000;

/** With their periods, for services that decide about many people at once. */
export async function findSubscriptionHistories(
  ctx: Ctx,
  { userIds, channelIds }: FindSubscriptionHistoriesRequest,
): Promise<FindSubscriptionHistoriesResponse> {
  if (userIds.length > maxIds || channelIds.length > maxIds)
    throw errors.badRequest('Too many channels at once.');
  return { histories: await historiesIn(ctx.db, userIds, channelIds) };
}
