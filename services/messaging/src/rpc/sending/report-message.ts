import { errors, required } from '@parley/core';
import { recordAudit } from '@parley/db';
import type { Scope } from '@parley/facts';
import type { ReportMessageRequest, ReportMessageResponse } from '@parley/proto/messaging/v1/changing';
import { requireReadableMessage } from '../../access/message-access.ts';
import type { Ctx } from '../../context.ts';
import { insertQuotes } from '../../db/changing/quotes.ts';
import { insertMessages } from '../../db/messages.ts';
import { parseReport, reportContent, reportTopic } from '../../domain/changing/reports.ts';
import { composeNotice, noticeSender, organizationTexts } from '../../sending/notices.ts';

const noChannel = () =>
  errors.badRequest('Moderation request channel must be specified to enable message reporting.');

/** See docs/api/messages.md#reports. */
export async function reportMessage(
  ctx: Ctx,
  request: ReportMessageRequest,
  scope: Scope,
): Promise<ReportMessageResponse> {
  ctx.writeGuard.check();
  const report = parseReport(request.reportType, request.description);
  const { access, reportChannel } = await scope.confirmed(async (facts) => {
    const found = await requireReadableMessage(ctx, request.messageId, facts);
    const { moderation_request_channel_id: channelId } = await facts.settings();
    const channel = channelId > 0 ? await facts.channels.get(channelId) : undefined;
    if (!channel || channel.isArchived) throw noChannel();
    return { access: found, reportChannel: channel };
  });
  const { user, message, channel } = access;
  const author = await scope.users.get(message.senderId);
  const sender = { userId: message.senderId, fullName: author?.fullName ?? '' };
  const texts = await organizationTexts(scope);
  const reported = {
    reporter: user,
    content: message.content,
    sender,
    place: channel && {
      channelId: channel.channelId,
      channelName: channel.name,
      topic: message.topic,
      messageId: message.id,
    },
  };
  const content = reportContent(report, reported, texts);
  const bot = await noticeSender(ctx, scope);
  if (!bot) throw noChannel();
  const target = { kind: 'channel' as const, channel: reportChannel, topic: reportTopic(sender, texts) };
  const notice = await composeNotice(ctx, { sender: bot, onBehalfOf: user, target, content }, scope);
  const quotedIds = [message.senderId, ...(report.description === '' ? [] : [user.userId])];
  await ctx.db.tx(async (tx) => {
    await recordAudit(tx, scope.call, [
      {
        action: 'message.reported',
        userId: message.senderId,
        details: { messageId: message.id, reportType: request.reportType },
      },
    ]);
    // Inserting takes the order lock, for which all sends wait until the commit. So the message is inserted last.
    const [id] = await insertMessages(tx, [notice]);
    await insertQuotes(tx, required(id, 'ID of a notice'), quotedIds);
  });
  return {};
}
