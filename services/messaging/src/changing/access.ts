import { errors } from '@parley/core';
import type { Tx } from '@parley/db';
import { type Channel, confirmed, type LookupOptions, requireCaller, type User } from '@parley/directory';
import type { Call } from '@parley/rpc';
import type { Ctx } from '../context.ts';
import { findMessage, type PlacedMessage } from '../db/placed-messages.ts';
import { holds, type Period, type Reader } from '../domain/visibility.ts';
import { readableIn } from '../reading/readable.ts';
import { readerOf } from '../reading/reader.ts';

/** A message, and who may read it. */
export type Access = {
  user: User;
  message: PlacedMessage;
  /** Undefined for a direct message. */
  channel: Channel | undefined;
  reader: Reader & { user: User };
  /** What the reader may read of the channel. */
  periods: readonly Period[];
};

/** What somebody hears who asks for a message that is not there, or not for them. */
export const invalidMessage = () => errors.badRequest('Invalid message(s)');

/** @throws BAD_REQUEST when there is no such message for the caller */
export async function accessMessage(
  ctx: Ctx,
  messageId: number,
  call: Call,
  options: LookupOptions = {},
): Promise<Access> {
  const user = await requireCaller(ctx, call, options);
  const message = await findMessage(ctx.db, messageId);
  if (!message) throw invalidMessage();
  const reader = await readerOf(ctx, user, call, options);
  if (message.channelId === null) {
    if (!message.memberIds?.includes(user.userId)) throw invalidMessage();
    return { user, message, channel: undefined, reader, periods: [] };
  }
  const channel = await ctx.directory.channels.get(message.channelId, call, options);
  if (!channel) throw invalidMessage();
  const periods = await readableIn(ctx, reader, channel, call, options);
  if (!holds(periods, message.id)) throw invalidMessage();
  return { user, message, channel, reader, periods };
}

/** The same, to change it: nothing changes in an archived channel. */
export async function accessToChange(
  ctx: Ctx,
  messageId: number,
  call: Call,
  options: LookupOptions = {},
): Promise<Access> {
  const access = await accessMessage(ctx, messageId, call, options);
  if (access.channel?.isArchived) throw invalidMessage();
  return access;
}

/** How often a change is decided anew because the message was moved meanwhile. */
const attempts = 5;

/**
 * Decides on a message, then writes in one transaction that begins by locking it. When it was moved to another
 * channel in between, the decision is not about it any more, and is made again.
 */
export async function changeMessage<Decision extends { access: Access }, T>(
  ctx: Ctx,
  decide: (options: LookupOptions) => Promise<Decision>,
  lock: (tx: Tx, messageId: number) => Promise<PlacedMessage | undefined>,
  write: (tx: Tx, message: PlacedMessage, decision: Decision) => Promise<T>,
): Promise<T> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const decision = await confirmed(decide);
    const { message } = decision.access;
    const done = await ctx.db.tx(async (tx) => {
      const locked = await lock(tx, message.id);
      if (!locked) throw invalidMessage();
      if (locked.channelId !== message.channelId) return undefined;
      return { value: await write(tx, locked, decision) };
    });
    if (done) return done.value;
  }
  throw errors.unavailable('The message is being moved. Please try again.');
}
