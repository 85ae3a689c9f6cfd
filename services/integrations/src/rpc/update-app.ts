import { errors, jsonBytes } from '@parley/core';
import { recordAudit } from '@parley/db';
import type { Scope } from '@parley/facts';
import { type UpdateAppRequest, UpdateAppResponse } from '@parley/proto/integrations/v1/apps';
import { deactivateBot, reactivateBot } from '../apps/bot-account.ts';
import { installedApp, requireAppManager } from '../apps/installed-app.ts';
import { approvedChannels, checkedManifest, storeConsequences } from '../apps/store-app.ts';
import type { Ctx } from '../context.ts';
import { findApp, updateApp as update } from '../db/apps.ts';
import { presentApp } from '../view/app.ts';

/**
 * Changes an app: its manifest, or only the events in it, the channels in which it may act, whether it is turned on. An app that is turned off can do nothing from then
 * on, and its bot is deactivated.
 * @throws BAD_REQUEST when the caller is no administrator, there is no such app, or the manifest is wrong; STREAM_DOES_NOT_EXIST
 */
export async function updateApp(
  ctx: Ctx,
  { appId, manifest: text, isEnabled, channels, events }: UpdateAppRequest,
  scope: Scope,
): Promise<UpdateAppResponse> {
  await requireAppManager(scope);
  const before = await findApp(ctx.db, appId);
  if (!before) throw errors.badRequest('There is no such app.');
  if (text !== undefined && events) throw errors.badRequest('The events are part of the manifest.');
  const written = events ? JSON.stringify({ ...installedApp(before).manifest, events: events.kinds }) : text;
  const manifest = written === undefined ? undefined : await checkedManifest(ctx, written);
  const channelIds = channels && (await approvedChannels(channels, scope));
  const app = await ctx.db.tx(async (tx) => {
    const row = await update(tx, appId, {
      manifest: manifest && JSON.stringify(manifest),
      isEnabled,
      channelIds,
    });
    if (!row) throw errors.badRequest('There is no such app.');
    const stored = installedApp(row);
    await storeConsequences(ctx, tx, stored, scope);
    const changed = [
      ...(events ? ['events'] : manifest ? ['manifest'] : []),
      ...(isEnabled === undefined ? [] : [isEnabled ? 'turned on' : 'turned off']),
      ...(channels ? ['channels'] : []),
    ];
    const details = { app: stored.manifest.name, changed };
    await recordAudit(tx, scope.call, [{ action: 'app.changed', userId: stored.botId, details }]);
    return stored;
  });
  // The row decides at once. The account follows, also when a former attempt has stopped in between.
  const bot = await scope.users.get(app.botId);
  if (isEnabled === false && bot?.isActive) await deactivateBot(ctx, app.botId, scope);
  if (isEnabled === true && bot?.isActive === false) await reactivateBot(ctx, app.botId, scope);
  return UpdateAppResponse.create({ appData: jsonBytes(presentApp(app, true)) });
}
