import { errors, errorText, jsonBytes } from '@parley/core';
import { recordAudit } from '@parley/db';
import type { Scope } from '@parley/facts';
import { type InstallAppRequest, InstallAppResponse } from '@parley/proto/integrations/v1/apps';
import { requireReceiver } from '@parley/rules';
import { deactivateBot } from '../apps/bot-account.ts';
import { newCredentials } from '../apps/credentials.ts';
import { installedApp, requireAppManager } from '../apps/installed-app.ts';
import { approvedChannels, checkedManifest, storeConsequences } from '../apps/store-app.ts';
import type { Ctx } from '../context.ts';
import { insertApp, listApps, maxApps } from '../db/apps.ts';
import { newToken } from '../domain/new-token.ts';
import { presentApp, presentCredentials } from '../view/app.ts';

/**
 * Installs an app: makes its bot, which the caller owns, and stores its manifest.
 * @throws BAD_REQUEST when the caller is no administrator, the manifest is wrong, an address is not public, or another app has one of the
 * commands; STREAM_DOES_NOT_EXIST; ACCESS_DENIED for an API key with limits; the errors of making a bot
 */
export async function installApp(
  ctx: Ctx,
  { manifest: text, channels }: InstallAppRequest,
  scope: Scope,
): Promise<InstallAppResponse> {
  requireReceiver('app token', scope.call.principal);
  const manager = await requireAppManager(scope);
  const manifest = await checkedManifest(ctx, text);
  const channelIds = channels ? await approvedChannels(channels, scope) : null;
  const others = await listApps(ctx.db);
  if (others.length >= maxApps)
    throw errors.badRequest(errorText('There can be at most {limit} apps.', { limit: maxApps }));
  const { userId: botId } = await ctx.userAdmin.addBot(
    // The address of a bot is unique. Two apps may have the same name.
    { fullName: manifest.name, shortName: shortNameOf(manifest.name), botType: 1 },
    scope.call,
  );
  const app = await ctx.db
    .tx(async (tx) => {
      const row = await insertApp(tx, {
        botId,
        manifest: JSON.stringify(manifest),
        channelIds,
        installedBy: manager.userId,
        ...newCredentials(ctx, botId),
      });
      const stored = installedApp(row);
      await storeConsequences(ctx, tx, stored, scope);
      const details = { app: manifest.name, scopes: manifest.scopes.join(' ') };
      await recordAudit(tx, scope.call, [{ action: 'app.installed', userId: botId, details }]);
      return stored;
    })
    .catch(async (error: unknown) => {
      // No bot is left without its app.
      await deactivateBot(ctx, botId, scope);
      throw error;
    });
  return InstallAppResponse.create({
    appData: jsonBytes(presentApp(app, true)),
    credentials: presentCredentials(ctx, app, scope),
  });
}

/** Returns a name for the address of a bot. */
const shortNameOf = (name: string): string =>
  `${name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 30)}-${newToken().slice(0, 6)}`;
