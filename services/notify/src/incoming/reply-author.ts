import { createHash, randomUUID } from 'node:crypto';
import { oneLine } from '@parley/core';
import type { Scope } from '@parley/facts';
import { emailKey, type UserId } from '@parley/rules';
import { textsIn } from '@parley/texts';
import type { Ctx } from '../context.ts';
import { insertMails } from '../db/mails.ts';
import { insertRefusedReply } from '../db/refused-replies.ts';
import { type Authentication, isSameMailbox } from '../domain/authentication.ts';
import type { IncomingMail } from '../domain/incoming-mail.ts';
import type { PostRecipient } from './recipient.ts';
import { MailRefusal } from './refusal.ts';

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();

/** An address of the account or of the identity provider, if the trusted server does not deny it. */
export async function isFromPerson(
  { userAdmin }: Pick<Ctx, 'userAdmin'>,
  userId: UserId,
  { mail, authentication }: { mail: IncomingMail; authentication: Authentication },
  scope: Scope,
): Promise<boolean> {
  const isOwn = await ownsAddress({ userAdmin }, userId, mail.from.address, scope);
  return isOwn && authentication.author !== 'unconfirmed';
}

async function ownsAddress(
  { userAdmin }: Pick<Ctx, 'userAdmin'>,
  userId: UserId,
  address: string,
  scope: Scope,
): Promise<boolean> {
  const person = await scope.users.get(userId);
  if (!person || person.isBot) return false;
  if (isSameMailbox(person.deliveryEmail, address)) return true;
  const { addresses } = await userAdmin.findMailAddresses({ userId }, scope.call);
  return addresses.some((each) => isSameMailbox(each, address));
}

/**
 * Checks that a reply is from the person who got the notification mail. People forward mails, and the reply address in them posts
 * in this person's name. The author of a refused reply gets a mail that explains it, if the trusted mail server has confirmed the
 * author's address. No other address gets one, because the author may have invented it.
 * @returns whether the reply may be posted; false when its author gets an explanation
 * @throws MailRefusal when it may not be posted and its author gets no explanation
 */
export async function checkReplyAuthor(
  ctx: Ctx,
  { addressKey, place }: Extract<PostRecipient, { kind: 'reply' }>,
  { mail, authentication }: { mail: IncomingMail; authentication: Authentication },
  scope: Scope,
): Promise<boolean> {
  const settings = await scope.settings();
  if (settings.allow_replies_from_other_addresses) return true;
  if (await ownsAddress(ctx, place.userId, mail.from.address, scope)) {
    if (authentication.author !== 'unconfirmed') return true;
    throw new MailRefusal(
      550,
      'The mail server could not confirm the sender of the mail. Please answer in the app.',
    );
  }
  const isExplained =
    authentication.author === 'confirmed' && (await explain(ctx, { addressKey, mail }, scope));
  if (isExplained) return false;
  throw new MailRefusal(
    550,
    'A notification can be answered only from an address of the person who received it. Please answer in the app.',
  );
}

/** Queues the explanation. @returns false when the author, or those who replied to this address, got enough of them */
async function explain(
  ctx: Ctx,
  { addressKey, mail }: { addressKey: Buffer; mail: IncomingMail },
  scope: Scope,
): Promise<boolean> {
  const { name, default_language: language } = await scope.settings();
  const { hello, refusedReply } = textsIn(language).mails;
  const { address } = mail.from;
  const authorKey = hashOf(emailKey(address));
  const explanation = {
    userId: 0,
    address,
    messageId: `<${randomUUID()}@${ctx.host}>`,
    content: {
      fromName: oneLine(name),
      subject: refusedReply.subject({ subject: oneLine(mail.subject).slice(0, 200) }),
      text: `${hello}\n\n${refusedReply.text({ organization: oneLine(name), address, link: `${ctx.publicUrl}/` })}\n`,
      html: '',
      // Marks an automatic reply, which no program answers (RFC 3834, section 3.1.7).
      headers: { 'Auto-Submitted': 'auto-replied' },
      references: mail.messageId.startsWith('<') ? [mail.messageId] : [],
    },
  };
  return ctx.db.tx(async (tx) => {
    const isDue = await insertRefusedReply(tx, { authorKey, addressKey });
    if (isDue) await insertMails(tx, [explanation]);
    return isDue;
  });
}
