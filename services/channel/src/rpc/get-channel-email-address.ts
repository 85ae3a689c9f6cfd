import { errors } from '@parley/core';
import type { Scope, User } from '@parley/facts';
import type {
  GetChannelEmailAddressRequest,
  GetChannelEmailAddressResponse,
} from '@parley/proto/channel/v1/reading';
import type { ChannelId } from '@parley/rules';
import type { Ctx } from '../context.ts';
import { channelById } from '../db/channels.ts';
import { contentSettings, mayReadContent, maySend } from '../domain/permissions.ts';
import { accessChannel, standings } from '../facts/access.ts';

/**
 * Checks whether the caller may get the channel's email address, which the service `notify` provides
 * (docs/api/channels.md#email-address). The caller must be allowed to read the channel. The sender is the caller, one of the
 * caller's bots, or the notification bot. The sender or the caller must be allowed to post there; for the notification bot, which may
 * post everywhere, the caller. The response is empty, because only gateways of earlier releases read the address from it.
 */
export async function getChannelEmailAddress(
  ctx: Ctx,
  request: GetChannelEmailAddressRequest,
  scope: Scope,
): Promise<GetChannelEmailAddressResponse> {
  await scope.confirmed((deciding) => decide(ctx, request, deciding));
  return { email: '' };
}

async function decide(
  ctx: Ctx,
  { channelId, senderId: given }: GetChannelEmailAddressRequest,
  scope: Scope,
): Promise<void> {
  const { caller, row, standing } = await accessChannel(ctx, channelId, contentSettings, scope);
  if (!mayReadContent(caller, row, standing)) throw errors.badRequest('Invalid channel ID');
  const sender = given === 0 ? caller : await scope.users.get(given);
  if (!sender || !maySendAs(caller, sender)) throw errors.badRequest('Invalid sender ID');
  const posters = sender.isSystemBot ? [caller] : [sender, caller];
  if (!(await mayAnyPost(ctx, channelId, posters, scope))) {
    throw errors.badRequest('You do not have permission to post in this channel.');
  }
}

const maySendAs = (caller: User, sender: User): boolean =>
  sender.userId === caller.userId ||
  (sender.isBot && sender.isActive && (sender.isSystemBot || sender.botOwnerId === caller.userId));

/** Returns whether at least one of the people (a bot and its owner) may post. */
async function mayAnyPost(
  ctx: Ctx,
  channelId: ChannelId,
  people: readonly User[],
  scope: Scope,
): Promise<boolean> {
  for (const person of new Set(people)) {
    const row = await channelById(ctx.db, channelId, person.userId);
    if (!row) return false;
    const neededSettings = [...contentSettings, 'can_send_message_group'] as const;
    const standing = (await standings(person, [row], neededSettings, scope))(row);
    if (maySend(person, row, standing)) return true;
  }
  return false;
}
