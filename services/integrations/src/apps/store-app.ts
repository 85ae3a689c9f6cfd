import { errors, errorText } from '@parley/core';
import { emit, type Tx } from '@parley/db';
import type { Scope } from '@parley/facts';
import type { AppChannels } from '@parley/proto/integrations/v1/apps';
import type { Ctx } from '../context.ts';
import { listApps, putCommands } from '../db/apps.ts';
import { putOutgoing, removeOutgoing } from '../db/outgoing-webhooks.ts';
import { addressesOf, addressFor, type Manifest, readManifest } from '../domain/apps/manifest.ts';
import { appInterface } from '../domain/deliveries/triggers.ts';
import { newToken } from '../domain/new-token.ts';
import { PayloadError } from '../domain/templates/payload.ts';
import { appsChanged } from '../events/apps-changed.ts';
import { checkProgram } from '../facts/outgoing-address.ts';
import { type InstalledApp, installedApp } from './installed-app.ts';

/** Reads a manifest, and checks that its addresses are public. @throws BAD_REQUEST that says what is wrong */
export async function checkedManifest(ctx: Ctx, text: string): Promise<Manifest> {
  try {
    const manifest = readManifest(text);
    for (const url of addressesOf(manifest)) await checkProgram(ctx, { url });
    return manifest;
  } catch (error) {
    if (error instanceof PayloadError) throw errors.badRequest(error.text);
    throw error;
  }
}

/** Returns the approved channels that a request names; null for all. @throws STREAM_DOES_NOT_EXIST for an unknown one */
export async function approvedChannels(channels: AppChannels, scope: Scope): Promise<number[] | null> {
  if (channels.isAll) return null;
  await scope.confirmed(async (facts) => {
    const found = await facts.channels.many(channels.channelIds);
    const unknown = channels.channelIds.find((id) => !found.has(id));
    if (unknown !== undefined) throw errors.streamDoesNotExist({ stream_id: unknown });
  });
  return [...new Set(channels.channelIds)];
}

/** Stores what follows from the manifest of an app: its commands, and where its events go. Tells clients that apps have changed. */
export async function storeConsequences(ctx: Ctx, tx: Tx, app: InstalledApp, scope: Scope): Promise<void> {
  const taken = await putCommands(
    tx,
    app.appId,
    app.manifest.commands.map(({ name }) => name),
  );
  if (taken !== undefined)
    throw errors.badRequest(errorText('Another app has the command {name}.', { name: taken }));
  if (app.manifest.events.length === 0) await removeOutgoing(tx, app.botId);
  else {
    await putOutgoing(
      tx,
      app.botId,
      {
        url: addressFor(app.manifest, 'events'),
        interface: appInterface,
        events: [...app.manifest.events],
        isEnabled: app.isEnabled,
      },
      { sealedToken: ctx.sealer.seal(newToken(), app.botId), sealedSecret: app.sealedSecret },
    );
  }
  await tellClients(tx, scope);
}

/** Tells all clients which apps there are now. */
export async function tellClients(tx: Tx, scope: Scope): Promise<void> {
  const apps = (await listApps(tx)).map(installedApp);
  const shown = apps.map(({ appId, botId, manifest, isEnabled }) => ({
    id: appId,
    bot_id: botId,
    name: manifest.name,
    is_enabled: isEnabled,
  }));
  await emit(tx, appsChanged(shown, scope.call.traceparent));
}
