import { errors } from '@parley/core';
import type { Tx } from '@parley/db';
import { confirmed, type LookupOptions } from '@parley/directory';
import { invalidMessage, type MessageAccess } from '../access/message-access.ts';
import type { Ctx } from '../context.ts';
import type { StoredMessage } from '../db/stored-message.ts';

/** Decisions on one message before the caller is asked to retry; each failed one met a concurrent move. */
export const maxDecisions = 5;

/** The error after that many concurrent moves. */
export const messageIsMoving = () => errors.unavailable('The message is being moved. Please try again.');

/**
 * Decides on a message, then writes in one transaction that begins by locking it. When the message was moved to
 * another channel in between, decides again: the decision was about its former channel.
 */
export async function changeMessage<Decision extends { access: MessageAccess }, T>(
  ctx: Ctx,
  decide: (options: LookupOptions) => Promise<Decision>,
  lock: (tx: Tx, messageId: number) => Promise<StoredMessage | undefined>,
  write: (tx: Tx, message: StoredMessage, decision: Decision) => Promise<T>,
): Promise<T> {
  for (let decisions = 0; decisions < maxDecisions; decisions++) {
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
  throw messageIsMoving();
}
