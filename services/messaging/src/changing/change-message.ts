import type { Tx } from '@parley/db';
import { retryOnConflict, type Scope } from '@parley/directory';
import { invalidMessage, type MessageAccess } from '../access/message-access.ts';
import type { Ctx } from '../context.ts';
import type { StoredMessage } from '../db/stored-message.ts';

/** The steps of a change. */
export type MessageChange<Decision, T> = {
  /** Decides on the change. It only reads. @throws when the caller may not make the change */
  decide(scope: Scope): Promise<Decision>;
  /** Locks the message and returns it; undefined when it was deleted. */
  lock(tx: Tx, messageId: number): Promise<StoredMessage | undefined>;
  write(tx: Tx, message: StoredMessage, decision: Decision): Promise<T>;
};

/**
 * Decides on a change of a message, then writes it in one transaction that first locks the message. When the message
 * was moved to another channel in between, it decides again, because the decision was about the former channel.
 */
export async function changeMessage<Decision extends { access: MessageAccess }, T>(
  ctx: Ctx,
  { decide, lock, write }: MessageChange<Decision, T>,
  scope: Scope,
): Promise<T> {
  const done = await retryOnConflict(scope, async (attempt) => {
    const decision = await attempt.confirmed(decide);
    const { message } = decision.access;
    return ctx.db.tx(async (tx) => {
      const locked = await lock(tx, message.id);
      if (!locked) throw invalidMessage();
      if (locked.channelId !== message.channelId) return undefined;
      return { value: await write(tx, locked, decision) };
    });
  });
  return done.value;
}
