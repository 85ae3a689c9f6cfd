import { oneLine } from '@parley/core';
import type { Scope } from '@parley/facts';
import { shortenTopic, type UserId } from '@parley/rules';
import { textsIn } from '@parley/texts';
import type { Ctx } from '../context.ts';
import type { Authentication } from '../domain/authentication.ts';
import { type IncomingMail, subjectLine } from '../domain/incoming-mail.ts';
import type { Post } from './post.ts';
import type { ChannelPlace, MailRecipient } from './recipient.ts';
import { MailRefusal } from './refusal.ts';
import { isFromPerson } from './reply-author.ts';
import { textOfMail } from './text/mail-text.ts';
import { tidy } from './text/reply-text.ts';

/** Topic of a message whose mail has no subject. */
const noSubject = '(no subject)';

/** As the sender of its messages. @throws ParleyError when posting is not permitted */
export async function requirePosting(
  { channel }: Pick<Ctx, 'channel'>,
  { channelId, creatorId, senderId }: ChannelPlace,
  { call }: Scope,
): Promise<void> {
  await channel.getChannelEmailAddress(
    { channelId, senderId },
    { ...call, principal: { userId: creatorId } },
  );
}

/**
 * Returns the message that a mail to a channel becomes (docs/api/channels.md#email-address). The message notifies
 * nobody whom it mentions, because the author of the mail need not belong to the organization.
 * @throws MailRefusal when the channel is archived or does not exist any more
 */
export async function channelPost(
  ctx: Pick<Ctx, 'userAdmin' | 'host'>,
  { place, options }: Extract<MailRecipient, { kind: 'channel' }>,
  checked: { mail: IncomingMail; authentication: Authentication },
  scope: Scope,
): Promise<Post> {
  const { mail } = checked;
  const { channelId, senderId } = place;
  const [channel, settings] = await Promise.all([scope.channels.get(channelId), scope.settings()]);
  if (!channel || channel.isArchived) throw new MailRefusal(550, 'The channel does not exist any more.');
  const { written, leftOut } = textOfMail(mail, { ...options, host: ctx.host, isReplyAddress: false });
  const author = await authorLine(ctx, { senderId, isWanted: options.showsSender }, checked, scope);
  const policy = ['', 'inherit'].includes(channel.topicsPolicy)
    ? settings.topics_policy
    : channel.topicsPolicy;
  const subject = subjectLine(mail.subject);
  const topic = policy === 'empty_topic_only' ? '' : shortenTopic(subject) || noSubject;
  // A subject that the topic does not show is part of the message.
  const title = subject === '' || topic === subject ? '' : `**${subject}**\n\n`;
  return {
    senderId,
    recipient: { $case: 'channel', channel: { channel: { $case: 'channelId', channelId }, topic } },
    text: `${author}${title}${written}`.trim() || (mail.attachments.length > 0 ? '' : subject),
    leftOut: tidy(leftOut.map((line) => line.text).join('\n')),
    notifies: false,
  };
}

/**
 * Returns the line that names the author of the mail; empty when none is needed. It is needed where the address asks for it, and
 * where the message would otherwise seem to be written by the person who is its sender, but is not.
 */
async function authorLine(
  ctx: Pick<Ctx, 'userAdmin'>,
  { senderId, isWanted }: { senderId: UserId; isWanted: boolean },
  checked: { mail: IncomingMail; authentication: Authentication },
  scope: Scope,
): Promise<string> {
  const sender = await scope.users.get(senderId);
  const isClear = !sender || sender.isBot || (await isFromPerson(ctx, senderId, checked, scope));
  if (isClear && !isWanted) return '';
  const { mail, authentication } = checked;
  const author = `${oneLine(mail.from.name)} (${oneLine(mail.from.address)})`.trim();
  const texts = textsIn((await scope.settings()).default_language).mails.incoming;
  return `${authentication.author === 'unconfirmed' ? texts.unconfirmedFrom({ author }) : texts.from({ author })}\n\n`;
}
