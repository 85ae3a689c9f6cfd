import { createHash } from 'node:crypto';
import { hashedUuid } from '@parley/core';
import { createScope, type Scope } from '@parley/facts';
import { backgroundCall } from '@parley/rpc';
import { textsIn } from '@parley/texts';
import type { Ctx } from '../context.ts';
import { findEarlierMails, insertReceived } from '../db/received-mails.ts';
import { authenticationOf } from '../domain/authentication.ts';
import { automaticKind, type IncomingFile, type IncomingMail } from '../domain/incoming-mail.ts';
import { withoutCredentials } from '../domain/mailed-credentials.ts';
import { uploadFiles } from './attachments.ts';
import { channelPost, requirePosting } from './channel-post.ts';
import { contentOf, isWithinLimit, shortenedContentOf, silent } from './content.ts';
import type { Delivery, ReceiveOutcome } from './delivery.ts';
import type { Post } from './post.ts';
import type { MailRecipient, PostRecipient } from './recipient.ts';
import { MailRefusal, refusalOf, unavailable } from './refusal.ts';
import { checkReplyAuthor } from './reply-author.ts';
import { replyPost } from './reply-post.ts';
import { takeReport } from './take-report.ts';

/** Maximum number of mails per hour and address that become messages. Further mails wait at the sending mail server. */
const mailsPerHour = { reply: 60, channel: 200 };
const workWithinMs = 60_000;

/**
 * Posts a mail to a reply address or a channel's address as a message, or handles a delivery report. A redelivered mail is not
 * posted again, because the idempotency key of its message is derived from the address and the Message-ID.
 * @throws MailRefusal with a code of 4xx when the mail must be delivered again, and 5xx when it is refused
 */
export async function receiveMail(
  ctx: Ctx,
  recipient: MailRecipient,
  delivery: Delivery,
): Promise<ReceiveOutcome> {
  const scope = createScope(ctx.factCache, {
    ...backgroundCall({ timeoutMs: workWithinMs }),
    clientName: 'email',
  });
  try {
    if (recipient.kind === 'bounce') return await takeReport(ctx, recipient.mailId, delivery);
    return await receive(ctx, recipient, delivery, scope);
  } catch (error) {
    throw refusalOf(error);
  }
}

async function receive(
  ctx: Ctx,
  recipient: PostRecipient,
  { mail, sender }: Delivery,
  scope: Scope,
): Promise<ReceiveOutcome> {
  const automatic = automaticKind(mail, sender, ctx.host);
  // Programs such as monitoring and mailing lists may write to channels. No automatic mail may answer for a person.
  if (automatic && (recipient.kind === 'reply' || automatic !== 'generated')) return 'ignored';
  const authentication = authenticationOf(mail, ctx.mailIn?.authservId ?? '');
  if (authentication.dmarc === 'fail') {
    throw new MailRefusal(550, 'The mail is not from the domain that it names as its sender (DMARC).');
  }
  if ((await scope.organization()).isDeactivated) throw unavailable();
  const keys = { addressKey: recipient.addressKey, mailKey: mailKeyOf(recipient, mail) };
  const { isRepeated, recent } = await findEarlierMails(ctx.db, keys);
  if (isRepeated) return 'repeated';
  if (recent >= mailsPerHour[recipient.kind]) {
    throw new MailRefusal(452, 'Too many mails were sent to this address within an hour.');
  }
  const checked = { mail, authentication };
  if (recipient.kind === 'reply' && !(await checkReplyAuthor(ctx, recipient, checked, scope))) {
    return 'explained';
  }
  if (recipient.kind === 'channel') await requirePosting(ctx, recipient.place, scope);
  const post: Post =
    recipient.kind === 'reply'
      ? await replyPost(ctx, recipient.place, mail, scope)
      : await channelPost(ctx, recipient, checked, scope);
  if (post.text === '' && mail.attachments.length === 0) {
    throw new MailRefusal(554, 'The mail has no text and no attachments.');
  }
  const messageId = await send(ctx, post, { mail, mailKey: keys.mailKey }, scope);
  const results = `spf=${authentication.spf} dkim=${authentication.dkim} dmarc=${authentication.dmarc}`;
  await insertReceived(ctx.db, { ...keys, messageId, authentication: results });
  return 'posted';
}

const mailKeyOf = ({ addressKey }: PostRecipient, { messageId }: IncomingMail): Buffer =>
  createHash('sha256').update(addressKey).update(messageId).digest();

/** Uploads the attachments and sends the message. @returns the message ID */
async function send(
  ctx: Ctx,
  { senderId, recipient, ...post }: Post,
  { mail, mailKey }: { mail: IncomingMail; mailKey: Buffer },
  scope: Scope,
): Promise<number> {
  const call = { ...scope.call, principal: { userId: senderId } };
  const texts = textsIn((await scope.settings()).default_language).mails.incoming;
  const written = post.notifies ? (part: string) => part : silent;
  // The name of a file may mention people, too.
  const upload = async (files: readonly IncomingFile[]) =>
    (await uploadFiles(ctx.files, files, { call, texts })).map(written);
  const links = await upload(mail.attachments);
  if (mail.droppedAttachments > 0) links.push(texts.droppedFiles({ count: mail.droppedAttachments }));
  const place = { domain: ctx.mailIn?.domain ?? '', publicUrl: ctx.publicUrl };
  const text = written(withoutCredentials(post.text, place));
  const leftOut = written(withoutCredentials(post.leftOut, place));
  let content = contentOf({ text, leftOut, links }, texts);
  if (!isWithinLimit(content)) {
    const whole = Buffer.from([text, leftOut].filter((part) => part !== '').join('\n\n'));
    links.unshift(...(await upload([{ name: texts.wholeText, type: 'text/plain', content: whole }])));
    content = shortenedContentOf({ text, leftOut, links }, texts);
  }
  const { id } = await ctx.messaging.sendMessage(
    { sendKey: hashedUuid(mailKey), recipient, content, localId: '', queueId: '', readBySender: true },
    call,
  );
  return id;
}
