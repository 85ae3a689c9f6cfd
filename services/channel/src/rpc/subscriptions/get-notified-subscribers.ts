import type {
  GetNotifiedSubscribersRequest,
  GetNotifiedSubscribersResponse,
} from '@parley/proto/channel/v1/notifications';
import type { Ctx } from '../../context.ts';
import { notifiedSubscribers, topicPoliciesOf } from '../../db/notifications.ts';

/** And the visibility policies of its topics, for `notify`. */
export async function getNotifiedSubscribers(
  ctx: Ctx,
  { channelId, userIds, withAll }: GetNotifiedSubscribersRequest,
): Promise<GetNotifiedSubscribersResponse> {
  const [subscribers, topics] = await Promise.all([
    notifiedSubscribers(ctx.db, channelId, { userIds, withAll }),
    topicPoliciesOf(ctx.db, channelId),
  ]);
  return { subscribers, topics };
}
