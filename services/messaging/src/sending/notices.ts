import { randomUUID } from 'node:crypto';
import { encodeEvent } from '@parley/db';
import { createScope, type Scope, type User } from '@parley/facts';
import { backgroundCall } from '@parley/rpc';
import type { UserId } from '@parley/rules';
import { type Texts, textsIn } from '@parley/texts';
import type { Ctx } from '../context.ts';
import type { NewMessage } from '../db/messages.ts';
import { messageSent } from '../events/message-sent.ts';
import { composeMessage } from './compose-message.ts';
import { readWhenSent } from './resolved-notice.ts';
import type { SendTarget } from './send-target.ts';

/** Local part (before `@`) of the address of the bot that sends the server's notices. */
const notificationBot = 'notification-bot';

/** A message that the server sends because of a person's action. */
export type Notice = {
  sender: User;
  /** The person whose permissions apply: a channel that the content names becomes a link only if this person may know it. */
  onBehalfOf: User;
  target: SendTarget;
  content: string;
  /** When set, the notice counts as read for all people except these. */
  unreadUserIds?: readonly UserId[] | undefined;
};

export function noticeSender({ publicUrl }: Ctx, scope: Scope): Promise<User | undefined> {
  return scope.users.byEmail(`${notificationBot}@${new URL(publicUrl).hostname}`);
}

/** Returns the texts for notices in channels, in the organization's default language. */
export const organizationTexts = async (scope: Scope): Promise<Texts> =>
  textsIn((await scope.settings()).default_language);

/** Returns the texts for messages to one person, in that person's language. */
export async function personalTexts(userId: UserId, scope: Scope): Promise<Texts> {
  const settings = await scope.writingSettings([userId]);
  return textsIn(settings.get(userId)?.language);
}

/** The caller inserts it in the transaction of the change. Does not check whether the sender may post. */
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

/** Without the notification bot, the person is the sender. @param write returns the content in the person's language */
export async function composeDirectNotice(
  ctx: Ctx,
  userId: UserId,
  write: (texts: Texts, scope: Scope) => string | Promise<string>,
): Promise<NewMessage> {
  const scope = createScope(ctx.factCache, backgroundCall({ principal: { userId } }));
  const person = await scope.confirmed((facts) => facts.caller());
  const sender = (await noticeSender(ctx, scope)) ?? person;
  const members = sender === person ? [person] : [sender, person].sort((a, b) => a.userId - b.userId);
  const target = { kind: 'direct' as const, members };
  const content = await write(await personalTexts(userId, scope), scope);
  return composeNotice(ctx, { sender, onBehalfOf: person, target, content }, scope);
}
