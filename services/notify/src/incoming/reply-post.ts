import type { Scope } from '@parley/directory';
import type { MissedMessage } from '@parley/proto/messaging/v1/missed';
import type { Ctx } from '../context.ts';
import { markdownOfHtml } from '../domain/html-markdown.ts';
import type { IncomingMail } from '../domain/incoming-mail.ts';
import type { ReplyPlace } from '../domain/reply-address.ts';
import { writtenText } from '../domain/reply-text.ts';
import type { Post } from './post.ts';
import { MailRefusal } from './refusal.ts';

/** A reply becomes a message with only the text of its author, without the quoted mail and the signature. */
const options = { includesQuotes: false, includesFooter: false };

/**
 * Returns the message that a reply becomes. Its sender is the person who got the notification mail. It goes to the conversation
 * that contains the original message now. The person's current permissions apply.
 * @throws MailRefusal when the person cannot read the message any more
 */
export async function replyPost(
  { messaging }: Pick<Ctx, 'messaging'>,
  { userId, messageId }: ReplyPlace,
  { text, html }: IncomingMail,
  { call }: Scope,
): Promise<Post> {
  const request = { messageIds: [messageId], includeRead: true };
  const { messages } = await messaging.getMissedMessages(request, { ...call, principal: { userId } });
  const [message] = messages;
  if (!message)
    throw new MailRefusal(550, 'You cannot read the conversation any more, or its message was deleted.');
  const plain = text.trim() === '' ? markdownOfHtml(html, options) : text;
  return { senderId: userId, recipient: recipientOf(message, userId), text: writtenText(plain, options) };
}

function recipientOf({ channelId, topic, members }: MissedMessage, userId: number): Post['recipient'] {
  if (channelId !== 0) {
    return { $case: 'channel', channel: { channel: { $case: 'channelId', channelId }, topic } };
  }
  const others = members.map((member) => member.userId);
  return { $case: 'direct', direct: { userIds: others.length === 0 ? [userId] : others, emails: [] } };
}
