import type { Scope } from '@parley/facts';
import {
  type ListExportedChannelsRequest,
  ListExportedChannelsResponse,
} from '@parley/proto/channel/v1/exporting';
import type { Ctx } from '../../context.ts';
import type { ChannelRow } from '../../db/channels.ts';
import { exportedChannels, exportedPeriods, exportedPlaces } from '../../db/exports.ts';
import { subscriberLists } from '../../db/subscriptions.ts';
import { channelJson, postingRuleOf, withMember } from '../../view/channel-json.ts';

/**
 * Returns a page of the channels of an export. For a channel with protected history, also returns the periods whose messages are
 * exported: those that at least one consenting person may read (docs/operations/export.md#what-it-contains), or all. Only `user-admin`
 * calls it. It checks no permission.
 */
export async function listExportedChannels(
  ctx: Ctx,
  request: ListExportedChannelsRequest,
  scope: Scope,
): Promise<ListExportedChannelsResponse> {
  const { consentingUserIds, withoutConsent } = request;
  const rows = await exportedChannels(ctx.db, request);
  const hasAllMessages = (row: ChannelRow) => row.isHistoryPublic || withoutConsent;
  const protectedIds = rows.filter((row) => !hasAllMessages(row)).map(({ channelId }) => channelId);
  const periods = Map.groupBy(
    await exportedPeriods(ctx.db, protectedIds, consentingUserIds),
    ({ channelId }) => channelId,
  );
  const subscribers = await subscriberLists(
    ctx.db,
    rows.map(({ channelId }) => channelId),
  );
  const places = await exportedPlaces(
    ctx.db,
    rows.map(({ channelId }) => channelId),
  );
  const ruleOf = await postingRuleOf(scope);
  return ListExportedChannelsResponse.create({
    channels: rows.map((row) => ({
      channelId: row.channelId,
      ...places.get(row.channelId),
      channelJson: Buffer.from(
        withMember(
          { ...channelJson(row, ruleOf), is_default: row.isDefault },
          'subscriber_ids',
          subscribers.get(row.channelId) ?? '[]',
        ),
      ),
      hasAllMessages: hasAllMessages(row),
      periods: periods.get(row.channelId) ?? [],
    })),
  });
}
