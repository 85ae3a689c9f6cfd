import { recordAudit } from '@parley/db';
import type { Place } from '../domain/place.ts';
import type { SlackCall } from './method.ts';

/** Records in the audit log that an app has changed something. Reads are not recorded one by one. */
export async function recordUse({ ctx, app, scope }: SlackCall, use: string, place?: Place): Promise<void> {
  const channelId = place?.kind === 'channel' ? place.channelId : 0;
  const details = { app: app.manifest.name, use, channelId };
  await ctx.db.tx((tx) => recordAudit(tx, scope.call, [{ action: 'app.used', userId: app.botId, details }]));
}
