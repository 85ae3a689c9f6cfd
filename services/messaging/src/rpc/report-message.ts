import { errors } from '@parley/core';
import { confirmed } from '@parley/directory';
import type { ReportMessageRequest, ReportMessageResponse } from '@parley/proto/messaging/v1/changing';
import type { Call } from '@parley/rpc';
import { requireReadableMessage } from '../access/message-access.ts';
import type { Ctx } from '../context.ts';
import { parseReport, reportContent, reportTopic } from '../domain/reports.ts';
import { composeNotice, noticeSender } from '../sending/notices.ts';

const noChannel = () =>
  errors.badRequest('Moderation request channel must be specified to enable message reporting.');

/** Reports a message to the moderators, in the channel for such reports (docs/api/messages.md#reporting). */
export async function reportMessage(
  ctx: Ctx,
  request: ReportMessageRequest,
  call: Call,
): Promise<ReportMessageResponse> {
  ctx.writeGuard.check();
  const report = parseReport(request.reportType, request.description);
  const { access, settings, target } = await confirmed(async (options) => {
    const found = await requireReadableMessage(ctx, request.messageId, call, options);
    const organization = await ctx.directory.organization.settings(call, options);
    const channelId = organization.moderation_request_channel_id;
    const channel = channelId > 0 ? await ctx.directory.channels.get(channelId, call, options) : undefined;
    if (!channel || channel.isArchived) throw noChannel();
    return { access: found, settings: organization, target: channel };
  });
  const { user, message, channel } = access;
  const author = await ctx.directory.users.get(message.senderId, call);
  const sender = { userId: message.senderId, fullName: author?.fullName ?? '' };
  const content = reportContent(report, user, {
    content: message.content,
    sender,
    place: channel && {
      channelId: channel.channelId,
      channelName: channel.name,
      topic: message.topic,
      messageId: message.id,
    },
  });
  const bot = await noticeSender(ctx, call);
  if (!bot) throw noChannel();
  const place = { kind: 'channel' as const, channel: target, topic: reportTopic(sender), settings };
  await ctx.batcher.send(await composeNotice(ctx, bot, user, place, content, call), call.deadline);
  return {};
}
