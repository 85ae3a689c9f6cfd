import type { Command } from '@parley/api';
import { jsonBytes } from '@parley/core';
import type { Scope } from '@parley/facts';
import { type ListCommandsRequest, ListCommandsResponse } from '@parley/proto/integrations/v1/apps';
import { installedApp, mayUse } from '../apps/installed-app.ts';
import type { Ctx } from '../context.ts';
import { listApps } from '../db/apps.ts';
import { builtInCommands } from '../domain/apps/built-in-commands.ts';

/** Returns the commands that the caller may use: those of the server, and those of apps that are turned on. */
export async function listCommands(
  ctx: Ctx,
  { language }: ListCommandsRequest,
  scope: Scope,
): Promise<ListCommandsResponse> {
  const user = await scope.caller();
  const apps = (await listApps(ctx.db)).filter(({ isEnabled }) => isEnabled).map(installedApp);
  const commands: Command[] = apps.flatMap(({ appId, botId, manifest }) =>
    manifest.commands
      .filter((command) => mayUse(command, user))
      .map(({ name, description, hint }) => ({ name, description, hint, app_id: appId, bot_id: botId })),
  );
  const all = [...builtInCommands(language), ...commands].toSorted((one, other) =>
    one.name < other.name ? -1 : 1,
  );
  return ListCommandsResponse.create({ commandsData: jsonBytes(all) });
}
