import { randomBytes } from 'node:crypto';
import { errors } from '@parley/core';
import { confirmed, type LookupOptions, type User } from '@parley/directory';
import type {
  GetChannelEmailAddressRequest,
  GetChannelEmailAddressResponse,
} from '@parley/proto/channel/v1/reading';
import type { Call } from '@parley/rpc';
import type { Ctx } from '../context.ts';
import { channelById } from '../db/channels.ts';
import { emailToken } from '../db/email-addresses.ts';
import { channelEmailAddress } from '../domain/email-address.ts';
import { contentSettings, mayReadContent, maySend } from '../domain/permissions.ts';
import { accessChannel, standings } from '../facts/access.ts';

/**
 * The address for mail to a channel. What is sent there comes from the caller, one of their bots or the
 * notification bot, who must be allowed to post.
 */
export async function getChannelEmailAddress(
  ctx: Ctx,
  request: GetChannelEmailAddressRequest,
  call: Call,
): Promise<GetChannelEmailAddressResponse> {
  ctx.writeGuard.check();
  const { name, senderId } = await confirmed((options) => decide(ctx, request, call, options));
  const token = await emailToken(ctx.db, request.channelId, senderId, randomBytes(16).toString('hex'));
  return { email: channelEmailAddress(name, token, new URL(ctx.publicUrl).hostname) };
}

async function decide(
  ctx: Ctx,
  { channelId, senderId: given }: GetChannelEmailAddressRequest,
  call: Call,
  options: LookupOptions,
): Promise<{ name: string; senderId: number }> {
  const { caller, row, standing } = await accessChannel(ctx, channelId, contentSettings, call, options);
  if (!mayReadContent(caller, row, standing)) throw errors.badRequest('Invalid channel ID');
  const sender = given === 0 ? caller : await ctx.directory.users.get(given, call, options);
  if (!sender || !maySendAs(caller, sender)) throw errors.badRequest('Invalid sender ID');
  if (!sender.isSystemBot && !(await mayPost(ctx, channelId, caller, sender, call, options))) {
    throw errors.badRequest('You do not have permission to post in this channel.');
  }
  return { name: row.name, senderId: sender.userId };
}

const maySendAs = (caller: User, sender: User): boolean =>
  sender.userId === caller.userId ||
  (sender.isBot && sender.isActive && (sender.isSystemBot || sender.botOwnerId === caller.userId));

/** A bot may post where its owner may. */
async function mayPost(
  ctx: Ctx,
  channelId: number,
  caller: User,
  sender: User,
  call: Call,
  options: LookupOptions,
): Promise<boolean> {
  for (const person of new Set([sender, caller])) {
    const row = await channelById(ctx.db, channelId, person.userId);
    if (!row) return false;
    const looksAt = [...contentSettings, 'can_send_message_group'] as const;
    const standing = (await standings(ctx, person, [row], looksAt, call, options))(row);
    if (maySend(person, row, standing)) return true;
  }
  return false;
}
