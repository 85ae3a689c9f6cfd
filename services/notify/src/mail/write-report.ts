import { createScope, type NotificationSettings, type User } from '@parley/facts';
import type { MissedMessage } from '@parley/proto/messaging/v1/missed';
import { backgroundCall } from '@parley/rpc';
import type { MessageId, UserId } from '@parley/rules';
import type { Ctx } from '../context.ts';
import { groupsUpTo } from '../domain/groups.ts';
import type { Mail, MailReport } from '../domain/mail.ts';
import { replyLocalPart } from '../domain/reply-address.ts';
import { findStillUnread } from '../facts/unread.ts';
import { MailComposer, type MailSender } from './compose.ts';
import { composeDigest } from './digest.ts';

const lookUpWithinMs = 20_000;
/** Maximum number of messages that are in memory at a time, except for a single mail about more. */
const messagesAtOnce = 1_000;

/** A mail about messages that is to be written for a person. */
export type ReportToWrite = { userId: UserId; report: MailReport };
export type WrittenMail = { mail: Mail; address: string };

/** Undefined when nothing is left to report. Texts for many readers are rendered once. */
export function createReportWriter(
  ctx: Ctx,
): (reports: readonly ReportToWrite[]) => Promise<(WrittenMail | undefined)[]> {
  const { publicUrl, secretKey } = ctx;
  let composer: MailComposer | undefined;
  const writeSome = async (reports: readonly ReportToWrite[]) => {
    const scope = createScope(ctx.factCache, backgroundCall({ timeoutMs: lookUpWithinMs }));
    const userIds = [...new Set(reports.map(({ userId }) => userId))];
    const wanted = new Map<number, number[]>();
    for (const { userId, report } of reports)
      wanted.set(userId, [...(wanted.get(userId) ?? []), ...messagesOf(report)]);
    const [people, settings, organization, unread] = await Promise.all([
      scope.users.many(userIds),
      scope.notificationSettings(userIds),
      scope.settings(),
      findStillUnread(ctx, wanted, scope),
    ]);
    const sender = { organization, publicUrl, secretKey };
    if (composer?.organization !== organization) composer = new MailComposer(sender);
    const shared = { ctx, composer, sender };
    return reports.map(({ userId, report }) => {
      const [person, own, messages] = [people.get(userId), settings.get(userId), unread.get(userId)];
      if (!person?.isActive || !own || !messages) return undefined;
      const mail = write(shared, report, { person, settings: own, messages });
      return mail && { mail, address: person.deliveryEmail };
    });
  };
  return async (reports) => {
    const written: (WrittenMail | undefined)[] = [];
    for (const part of groupsUpTo(messagesAtOnce, reports, ({ report }) => messagesOf(report).length))
      written.push(...(await writeSome(part)));
    return written;
  };
}

const messagesOf = (report: MailReport): readonly number[] =>
  report.kind === 'missed' ? report.messageIds : report.topics.map(({ newestMessageId }) => newestMessageId);

/** The reader of a mail, and the reported messages that they may read and have not read. */
type Reader = { person: User; settings: NotificationSettings; messages: ReadonlyMap<number, MissedMessage> };

function write(
  { ctx, composer, sender }: { ctx: Ctx; composer: MailComposer; sender: MailSender },
  report: MailReport,
  { person, settings, messages }: Reader,
): Mail | undefined {
  if (report.kind === 'digest') {
    const topics = report.topics.flatMap((topic) => {
      const newest = messages.get(topic.newestMessageId);
      return newest ? [{ topic, newest }] : [];
    });
    return topics.length === 0
      ? undefined
      : composeDigest(topics, report.frequency ?? 'weekly', { ...sender, person, settings });
  }
  const left = report.messageIds.flatMap((id) => messages.get(id) ?? []);
  const [first] = left;
  if (!first) return undefined;
  const replyTo = replyToOf(ctx, person.userId, first.messageId);
  // When the first one that was listed is read, those before it are, too.
  const omitted = left.reduce((sum, { messageId }) => sum + (report.omitted?.[messageId] ?? 0), 0);
  return composer.compose(left, { person, settings, threadId: report.threadId, replyTo, omitted });
}

/** Returns the address for replies to a mail; undefined when the deployment accepts no mail. */
const replyToOf = ({ mailIn, clock, secretKey }: Ctx, userId: UserId, messageId: MessageId) =>
  mailIn && `${replyLocalPart({ userId, messageId }, clock.now(), secretKey)}@${mailIn.domain}`;
