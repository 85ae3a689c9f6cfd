import { createScope } from '@parley/directory';
import { backgroundCall } from '@parley/rpc';
import type { Ctx } from '../context.ts';
import type { ClaimedMail } from '../db/mails.ts';
import type { Mail, MailReport } from '../domain/mail.ts';
import { replyLocalPart } from '../domain/reply-address.ts';
import { findStillUnread } from '../facts/unread.ts';
import { MailComposer } from './compose.ts';
import { composeDigest } from './digest.ts';

const lookUpWithinMs = 20_000;

/** A written mail, and the present address of its reader. */
export type WrittenMail = { mail: Mail; address: string };

/**
 * Returns a function that writes mails about messages, from what their readers may read now and have not read. It returns undefined
 * when nothing is left to report, or the account is deactivated. Texts for many readers are rendered once.
 */
export function createReportWriter(
  ctx: Ctx,
): (mail: Pick<ClaimedMail, 'userId'> & { report: MailReport }) => Promise<WrittenMail | undefined> {
  const { publicUrl, secretKey } = ctx;
  let composer: MailComposer | undefined;
  return async ({ userId, report }) => {
    const scope = createScope(ctx.directory, backgroundCall({ timeoutMs: lookUpWithinMs }));
    const ids =
      report.kind === 'missed'
        ? report.messageIds
        : report.topics.map(({ newestMessageId }) => newestMessageId);
    const [person, settings, organization, found] = await Promise.all([
      scope.users.get(userId),
      scope.notificationSettings([userId]),
      scope.settings(),
      findStillUnread(ctx, new Map([[userId, ids]]), scope),
    ]);
    const unread = found.get(userId);
    const wanted = settings.get(userId);
    if (!person?.isActive || !wanted || !unread) return undefined;
    const address = person.deliveryEmail;
    if (report.kind === 'digest') {
      const topics = report.topics.flatMap((topic) => {
        const newest = unread.get(topic.newestMessageId);
        return newest ? [{ topic, newest }] : [];
      });
      if (topics.length === 0) return undefined;
      const sender = { organization, publicUrl, secretKey };
      return { address, mail: composeDigest(topics, { ...sender, person, settings: wanted }) };
    }
    const messages = report.messageIds.flatMap((id) => unread.get(id) ?? []);
    const [first] = messages;
    if (!first) return undefined;
    composer ??= new MailComposer({ organization, publicUrl, secretKey });
    const replyTo = replyToOf(ctx, userId, first.messageId);
    const { threadId } = report;
    return { address, mail: composer.compose(messages, { person, settings: wanted, threadId, replyTo }) };
  };
}

/** Returns the address for replies to a mail; undefined when the deployment accepts no mail. */
const replyToOf = ({ mailIn, clock, secretKey }: Ctx, userId: number, messageId: number) =>
  mailIn && `${replyLocalPart({ userId, messageId }, clock.now(), secretKey)}@${mailIn.domain}`;
