import type { Scope } from '@parley/facts';
import type {
  DeleteMessagesOfUserRequest,
  DeleteMessagesOfUserResponse,
} from '@parley/proto/messaging/v1/erasing';
import type { ChannelId } from '@parley/rules';
import { deleteMatching } from '../../changing/delete-matching.ts';
import type { Ctx } from '../../context.ts';
import { allPlacesOf, isSentBy } from '../../db/whole-accounts/erasing.ts';

/** `user-admin` calls it until `isFinished`. Idempotent. Checks no permission. */
export async function deleteMessagesOfUser(
  ctx: Ctx,
  request: DeleteMessagesOfUserRequest,
  scope: Scope,
): Promise<DeleteMessagesOfUserResponse> {
  ctx.writeGuard.check();
  const matching = isSentBy(request.userId);
  for (const { channelId } of await allPlacesOf(ctx.db, matching)) {
    if (!(await isSelected(channelId, request, scope))) continue;
    const messages = await deleteMatching(ctx, { matching, channelId }, scope);
    if (messages > 0) return { isFinished: false, messages };
  }
  return { isFinished: true, messages: 0 };
}

async function isSelected(
  channelId: ChannelId | null,
  { inPublicChannels, inPrivateChannels, inDirectMessages }: DeleteMessagesOfUserRequest,
  scope: Scope,
): Promise<boolean> {
  if (channelId === null) return inDirectMessages;
  const channel = await scope.channels.get(channelId);
  return channel?.inviteOnly ? inPrivateChannels : inPublicChannels;
}
