import type { Scope } from '@parley/facts';
import type {
  FindMailedChannelsRequest,
  FindMailedChannelsResponse,
} from '@parley/proto/channel/v1/notifications';
import { requirePrincipal } from '@parley/rpc';
import type { Ctx } from '../context.ts';
import { mailedChannelIds } from '../db/notifications.ts';

/** Returns the IDs of channels for which the caller has turned on notification emails. `notify` calls it. */
export const findMailedChannels = async (
  ctx: Ctx,
  _request: FindMailedChannelsRequest,
  scope: Scope,
): Promise<FindMailedChannelsResponse> => ({
  channelIds: await mailedChannelIds(ctx.db, requirePrincipal(scope.call).userId),
});
