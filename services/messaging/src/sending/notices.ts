import { randomUUID } from 'node:crypto';
import { encodeEvent } from '@parley/db';
import type { Scope, User } from '@parley/directory';
import { type Texts, textsIn } from '@parley/texts';
import type { Ctx } from '../context.ts';
import type { NewMessage } from '../db/messages.ts';
import { messageSent } from '../events/message-sent.ts';
import { composeMessage } from './compose-message.ts';
import { readWhenSent } from './resolved-notice.ts';
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
  /** When set, the notice is marked read when it is sent, except for these people. */
  unreadUserIds?: readonly number[] | undefined;
};

/** Returns the bot that sends the server's notices; undefined in an organization without one. */
export function noticeSender({ publicUrl }: Ctx, scope: Scope): Promise<User | undefined> {
  return scope.users.byEmail(`${notificationBot}@${new URL(publicUrl).hostname}`);
}

/** Returns the texts of notices in channels: in the organization's language. */
export const organizationTexts = async (scope: Scope): Promise<Texts> =>
  textsIn((await scope.settings()).default_language);

/** Returns the texts of what the server writes to a person: in their language. */
export async function personalTexts(userId: number, scope: Scope): Promise<Texts> {
  const settings = await scope.writingSettings([userId]);
  return textsIn(settings.get(userId)?.language);
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
  const composed = await composeMessage(ctx, draft, scope);
  const { unreadUserIds } = notice;
  const { row, fact } = unreadUserIds ? readWhenSent(composed, unreadUserIds) : composed;
  return { ...row, event: encodeEvent(messageSent(fact, scope.call.traceparent)) };
}
