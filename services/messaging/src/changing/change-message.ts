import type { Tx } from '@parley/db';
import { retryOnConflict, type Scope } from '@parley/facts';
import type { MessageId } from '@parley/rules';
import { invalidMessage, type MessageAccess } from '../access/message-access.ts';
import type { Ctx } from '../context.ts';
import type { StoredMessage } from '../db/stored-message.ts';

export type MessageChange<Decision, T> = {
  /** Checks permissions and returns the decision. It only reads. @throws when the caller may not make the change */
  decide(scope: Scope): Promise<Decision>;
  lock(tx: Tx, messageId: MessageId): Promise<StoredMessage | undefined>;
  write(tx: Tx, message: StoredMessage, decision: Decision): Promise<T>;
};

/**
 * Changes a message in two steps. First it decides whether the change is allowed. Then one transaction locks the message and writes
 * the change. It starts again with the decision when the message was moved to another channel between the two steps.
 * @throws BAD_REQUEST when the message was deleted between the two steps; the errors of `decide`
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
