import { errors } from '@parley/core';
import { recordAudit } from '@parley/db';
import type { Scope } from '@parley/facts';
import type { RemoveAppRequest, RemoveAppResponse } from '@parley/proto/integrations/v1/apps';
import { deactivateBot } from '../apps/bot-account.ts';
import { installedApp, requireAppManager } from '../apps/installed-app.ts';
import { tellClients } from '../apps/store-app.ts';
import type { Ctx } from '../context.ts';
import { deleteApp, findApp } from '../db/apps.ts';
import { removeOutgoing } from '../db/outgoing-webhooks.ts';

/**
 * Removes an app and deactivates its bot. Its messages stay.
 * @throws BAD_REQUEST when the caller is no administrator, or there is no such app
 */
export async function removeApp(
  ctx: Ctx,
  { appId }: RemoveAppRequest,
  scope: Scope,
): Promise<RemoveAppResponse> {
  await requireAppManager(scope);
  const row = await findApp(ctx.db, appId);
  if (!row) throw errors.badRequest('There is no such app.');
  const { botId, manifest } = installedApp(row);
  await ctx.db.tx(async (tx) => {
    await deleteApp(tx, appId);
    await removeOutgoing(tx, botId);
    await tellClients(tx, scope);
    const details = { app: manifest.name };
    await recordAudit(tx, scope.call, [{ action: 'app.removed', userId: botId, details }]);
  });
  if ((await scope.users.get(botId))?.isActive) await deactivateBot(ctx, botId, scope);
  return {};
}
