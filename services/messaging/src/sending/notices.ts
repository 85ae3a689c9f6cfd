import { randomUUID } from 'node:crypto';
import { encodeEvent } from '@parley/db';
import type { User } from '@parley/directory';
import type { Call } from '@parley/rpc';
import type { Ctx } from '../context.ts';
import type { NewMessage } from '../db/messages.ts';
import { messageSent } from '../events/message-sent.ts';
import { composeMessage } from './compose-message.ts';
import type { SendTarget } from './send-target.ts';

/** Local part of the email address of the bot that sends the server's notices. */
const notificationBot = 'notification-bot';

/** Returns the bot that sends the server's notices; undefined in an organization without one. */
export function noticeSender({ directory, publicUrl }: Ctx, call: Call): Promise<User | undefined> {
  return directory.users.byEmail(`${notificationBot}@${new URL(publicUrl).hostname}`, call);
}

/**
 * A message of the server's own, ready to be written in the transaction of what it is about. No permission is asked.
 * @param knower whose knowledge of channels decides which of their names become links
 */
export async function composeNotice(
  ctx: Ctx,
  sender: User,
  onBehalfOf: User,
  place: SendTarget,
  content: string,
  call: Call,
): Promise<NewMessage> {
  const draft = {
    sendKey: randomUUID(),
    content,
    localId: '',
    queueId: '',
    readBySender: true,
  };
  const { row, fact } = await composeMessage(
    ctx,
    sender,
    place,
    draft,
    { ...call, clientName: 'Internal' },
    onBehalfOf,
  );
  return { ...row, event: encodeEvent(messageSent(fact, call.traceparent)) };
}
