import { oneLine } from '@parley/core';
import type { Scope } from '@parley/directory';
import { limits } from '@parley/rules';
import type { Ctx } from '../context.ts';
import { markdownOfHtml } from '../domain/html-markdown.ts';
import { type IncomingMail, topicOfSubject } from '../domain/incoming-mail.ts';
import { writtenText } from '../domain/reply-text.ts';
import type { Post } from './post.ts';
import type { ChannelPlace, MailRecipient } from './recipient.ts';
import { MailRefusal } from './refusal.ts';

/** Topic of a message whose mail has no subject. */
const noSubject = '(no subject)';

/**
 * Checks that the person who requested the address may still post in its channel, as the sender of its messages.
 * @throws ParleyError when posting is not permitted
 */
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
 * Returns the message that a mail to a channel becomes (docs/api/channels.md#email-address). Mentions in the message are made
 * silent, because the author of the mail need not belong to the organization.
 * @throws MailRefusal when the channel is archived or does not exist any more
 */
export async function channelPost(
  { place, options }: Extract<MailRecipient, { kind: 'channel' }>,
  mail: IncomingMail,
  scope: Scope,
): Promise<Post> {
  const { channelId, senderId } = place;
  const [channel, settings] = await Promise.all([scope.channels.get(channelId), scope.settings()]);
  if (!channel || channel.isArchived) throw new MailRefusal(550, 'The channel does not exist any more.');
  const { text, html } = mail;
  const takesHtml = html.trim() !== '' && (options.prefersHtml || text.trim() === '');
  const plain = takesHtml ? markdownOfHtml(html, options) : text;
  const all = { includesQuotes: true, includesFooter: true };
  // The whole text is used when nothing else remains, because a forwarded mail consists of a quotation only.
  const written = writtenText(plain, options) || writtenText(plain, all);
  const sender = options.showsSender
    ? `From: ${oneLine(mail.from.name)} (${oneLine(mail.from.address)})\n\n`
    : '';
  const policy = ['', 'inherit'].includes(channel.topicsPolicy)
    ? settings.topics_policy
    : channel.topicsPolicy;
  const topic =
    policy === 'empty_topic_only' ? '' : topicOfSubject(mail.subject, limits.topicLength) || noSubject;
  return {
    senderId,
    recipient: { $case: 'channel', channel: { channel: { $case: 'channelId', channelId }, topic } },
    text: silent(`${sender}${written}`.trim()),
  };
}

/** Makes mentions of people and groups silent, so that they notify nobody. */
const silent = (text: string): string => text.replaceAll(/@(?=\*)/g, '@_');
