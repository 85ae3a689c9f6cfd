import type { Scope } from '@parley/facts';
import {
  type ListExportedSubscriptionsRequest,
  ListExportedSubscriptionsResponse,
} from '@parley/proto/channel/v1/exporting';
import { requireOperator } from '@parley/rpc';
import type { Ctx } from '../../context.ts';
import { exportedSubscriptions } from '../../db/exports.ts';

/** Returns a page of a channel's subscriptions for an export. Only `user-admin` calls it, and decides which people it exports. */
export async function listExportedSubscriptions(
  ctx: Ctx,
  { channelId, afterUserId }: ListExportedSubscriptionsRequest,
  { call }: Scope,
): Promise<ListExportedSubscriptionsResponse> {
  requireOperator(call);
  const rows = await exportedSubscriptions(ctx.db, channelId, afterUserId);
  return ListExportedSubscriptionsResponse.create({
    subscriptions: rows.map((row) => ({
      ...row,
      color: row.color ?? '',
      desktopNotifications: row.desktopNotifications ?? undefined,
      audibleNotifications: row.audibleNotifications ?? undefined,
      pushNotifications: row.pushNotifications ?? undefined,
      emailNotifications: row.emailNotifications ?? undefined,
      wildcardMentionsNotify: row.wildcardMentionsNotify ?? undefined,
    })),
  });
}
