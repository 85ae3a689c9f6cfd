import { jsonBytes } from '@parley/core';
import type { Scope } from '@parley/facts';
import { type ListAppsRequest, ListAppsResponse } from '@parley/proto/integrations/v1/apps';
import { roles } from '@parley/rules';
import { installedApp } from '../apps/installed-app.ts';
import type { Ctx } from '../context.ts';
import { listApps as allApps } from '../db/apps.ts';
import { findKnownChannels } from '../facts/known-channels.ts';
import { presentApp } from '../view/app.ts';

/** Returns all apps: to administrators with their addresses, to others those that are turned on, with the channels of which they may know. */
export async function listApps(ctx: Ctx, _request: ListAppsRequest, scope: Scope): Promise<ListAppsResponse> {
  const caller = await scope.caller();
  const isManager = !caller.isBot && caller.role <= roles.administrator;
  const apps = (await allApps(ctx.db)).filter(({ isEnabled }) => isManager || isEnabled).map(installedApp);
  // The channels of which the reader may not know are left out, and nothing tells that there are some.
  const known = await findKnownChannels(
    caller,
    apps.flatMap(({ channelIds }) => channelIds ?? []),
    scope,
  );
  const seen = apps.map((app) => ({
    ...app,
    channelIds: app.channelIds?.filter((id) => known.has(id)) ?? null,
  }));
  return ListAppsResponse.create({ appsData: jsonBytes(seen.map((app) => presentApp(app, isManager))) });
}
