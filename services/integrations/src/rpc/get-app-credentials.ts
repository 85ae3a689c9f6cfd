import { errors } from '@parley/core';
import { recordAudit } from '@parley/db';
import type { Scope } from '@parley/facts';
import { type GetAppCredentialsRequest, GetAppCredentialsResponse } from '@parley/proto/integrations/v1/apps';
import { requireReceiver } from '@parley/rules';
import { newCredentials } from '../apps/credentials.ts';
import { installedApp, requireAppManager } from '../apps/installed-app.ts';
import { storeConsequences } from '../apps/store-app.ts';
import type { Ctx } from '../context.ts';
import { findApp, renewCredentials } from '../db/apps.ts';
import { presentCredentials } from '../view/app.ts';

/**
 * Returns the token and the signing secret of an app, or new ones.
 * @throws BAD_REQUEST when the caller is no administrator, or there is no such app; ACCESS_DENIED for an API key with limits
 */
export async function getAppCredentials(
  ctx: Ctx,
  { appId, renew }: GetAppCredentialsRequest,
  scope: Scope,
): Promise<GetAppCredentialsResponse> {
  requireReceiver('app token', scope.call.principal);
  await requireAppManager(scope);
  const before = await findApp(ctx.db, appId);
  if (!before) throw errors.badRequest('There is no such app.');
  if (!renew)
    return GetAppCredentialsResponse.create({
      credentials: presentCredentials(ctx, installedApp(before), scope),
    });
  const app = await ctx.db.tx(async (tx) => {
    const row = await renewCredentials(tx, appId, newCredentials(ctx, before.botId));
    if (!row) throw errors.badRequest('There is no such app.');
    const stored = installedApp(row);
    await storeConsequences(ctx, tx, stored, scope);
    const details = { app: stored.manifest.name, changed: ['credentials'] };
    await recordAudit(tx, scope.call, [{ action: 'app.changed', userId: stored.botId, details }]);
    return stored;
  });
  return GetAppCredentialsResponse.create({ credentials: presentCredentials(ctx, app, scope) });
}
