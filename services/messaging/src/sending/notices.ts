import { randomUUID } from 'node:crypto';
import { encodeEvent } from '@parley/db';
import type { Scope, User } from '@parley/directory';
import type { Ctx } from '../context.ts';
import type { NewMessage } from '../db/messages.ts';
import { messageSent } from '../events/message-sent.ts';
import { composeMessage } from './compose-message.ts';
import type { SendTarget } from './send-target.ts';

/** Local part of the email address of the bot that sends the server's notices. */
const notificationBot = 'notification-bot';

/** A message from the server about what a person did. */
export type Notice = {
  sender: User;
  /** The person whose visible channels become links. */
  onBehalfOf: User;
  target: SendTarget;
  content: string;
};

/** Returns the bot that sends the server's notices; undefined in an organization without one. */
export function noticeSender({ publicUrl }: Ctx, scope: Scope): Promise<User | undefined> {
  return scope.users.byEmail(`${notificationBot}@${new URL(publicUrl).hostname}`);
}

/** Composes a notice of the server, to be written in the transaction of the change it is about. Checks no permission. */
export async function composeNotice(ctx: Ctx, notice: Notice, scope: Scope): Promise<NewMessage> {
  const draft = {
    ...notice,
    sendKey: randomUUID(),
    localId: '',
    queueId: '',
    readBySender: true,
    client: 'Internal',
  };
  const { row, fact } = await composeMessage(ctx, draft, scope);
  return { ...row, event: encodeEvent(messageSent(fact, scope.call.traceparent)) };
}
