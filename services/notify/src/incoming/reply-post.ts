import { oneLine } from '@parley/core';
import type { Scope } from '@parley/facts';
import type { MissedMessage } from '@parley/proto/messaging/v1/missed';
import type { UserId } from '@parley/rules';
import type { Ctx } from '../context.ts';
import { type IncomingMail, subjectLine } from '../domain/incoming-mail.ts';
import type { ReplyPlace } from '../domain/reply-address.ts';
import { MailComposer } from '../mail/compose.ts';
import type { Post } from './post.ts';
import { MailRefusal } from './refusal.ts';
import { markdownOfHtml } from './text/html-markdown.ts';
import { textOfMail } from './text/mail-text.ts';
import { isKnown, tidy } from './text/reply-text.ts';

/** The quoted mail and the signature are left out of the text of a reply. */
const replyOptions = {
  includesQuotes: false,
  includesFooter: false,
  prefersHtml: false,
  isReplyAddress: true,
};
const everything = { includesQuotes: true, includesFooter: true };

/**
 * Returns the message that a mail to a reply address becomes. Its sender is the person who got the notification mail. It goes to
 * the conversation that contains the original message now. The person's current permissions apply.
 * @throws MailRefusal when the person cannot read the message any more, or has written nothing
 */
export async function replyPost(
  ctx: Pick<Ctx, 'messaging' | 'publicUrl' | 'secretKey' | 'host'>,
  { userId, messageId }: ReplyPlace,
  mail: IncomingMail,
  scope: Scope,
): Promise<Post> {
  const request = { messageIds: [messageId], includeRead: true };
  const { messages } = await ctx.messaging.getMissedMessages(request, {
    ...scope.call,
    principal: { userId },
  });
  const [message] = messages;
  if (!message)
    throw new MailRefusal(550, 'You cannot read the conversation any more, or its message was deleted.');
  const post = { senderId: userId, recipient: recipientOf(message, userId), notifies: true };
  const { isReply, written, leftOut } = textOfMail(mail, { ...replyOptions, host: ctx.host });
  if (!isReply) {
    const subject = subjectLine(mail.subject) === '' ? '' : `**${oneLine(mail.subject).trim()}**\n\n`;
    return { ...post, text: `${subject}${written}`.trim(), leftOut: '' };
  }
  if (written === '' && mail.attachments.length === 0) {
    throw new MailRefusal(554, 'The mail has no text besides quotes and signatures.');
  }
  const quoted = await notificationText(ctx, userId, message, scope);
  const isShown = isKnown(leftOut, { text: quoted, names: [message.senderFullName] });
  return { ...post, text: written, leftOut: isShown ? '' : tidy(leftOut.map(({ text }) => text).join('\n')) };
}

/** Returns the text of a notification about a message, as its HTML and as plain text, which a reply may quote. */
async function notificationText(
  { publicUrl, secretKey }: Pick<Ctx, 'publicUrl' | 'secretKey'>,
  userId: UserId,
  message: MissedMessage,
  scope: Scope,
): Promise<string> {
  const [person, settings] = await Promise.all([
    scope.users.get(userId),
    scope.notificationSettings([userId]),
  ]);
  const own = settings.get(userId);
  if (!person || !own) return '';
  const composer = new MailComposer({ organization: await scope.settings(), publicUrl, secretKey });
  const { text, html } = composer.compose([message], {
    person,
    settings: own,
    threadId: '',
    replyTo: 'reply',
  });
  return `${text}\n${markdownOfHtml(html, everything)}`;
}

function recipientOf({ channelId, topic, members }: MissedMessage, userId: UserId): Post['recipient'] {
  if (channelId !== 0) {
    return { $case: 'channel', channel: { channel: { $case: 'channelId', channelId }, topic } };
  }
  const others = members.map((member) => member.userId);
  return { $case: 'direct', direct: { userIds: others.length === 0 ? [userId] : others, emails: [] } };
}
