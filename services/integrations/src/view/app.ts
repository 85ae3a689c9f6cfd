import type { App } from '@parley/api';
import type { Scope } from '@parley/facts';
import { type AppCredentials, AppCredentials as Credentials } from '@parley/proto/integrations/v1/apps';
import { handOut } from '@parley/rules';
import type { InstalledApp } from '../apps/installed-app.ts';
import type { Ctx } from '../context.ts';
import { addressFor, scopesInWords } from '../domain/apps/manifest.ts';

/** Returns an app as the API shows it. @param isManaged whether the reader may change it, and so sees its addresses */
export const presentApp = (app: InstalledApp, isManaged: boolean): App => ({
  id: app.appId,
  bot_id: app.botId,
  name: app.manifest.name,
  description: app.manifest.description,
  icon: app.manifest.icon,
  is_enabled: app.isEnabled,
  scopes: scopesInWords(app.manifest),
  commands: app.manifest.commands.map(({ name, description, hint, permission }) => ({
    name,
    description,
    hint,
    permission,
  })),
  uses_blocks: app.manifest.blocks,
  events: [...app.manifest.events],
  urls: isManaged
    ? {
        actions: addressFor(app.manifest, 'actions'),
        commands: addressFor(app.manifest, 'commands'),
        events: addressFor(app.manifest, 'events'),
        options: addressFor(app.manifest, 'options'),
      }
    : null,
  channel_ids: app.channelIds,
  installed_by: app.installedBy,
  date_created: app.createdAt,
});

/** Returns the token and the secret of an app. @throws ACCESS_DENIED for an API key with limits */
export function presentCredentials(ctx: Ctx, app: InstalledApp, { call }: Scope): AppCredentials {
  return Credentials.create({
    token: handOut('app token', ctx.sealer.open(app.sealedToken, app.botId), call.principal),
    signingSecret: handOut('webhook secret', ctx.sealer.open(app.sealedSecret, app.botId), call.principal),
    apiUrl: `${ctx.publicUrl}/slack/api/`,
  });
}
