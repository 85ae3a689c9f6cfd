import { errors } from '@parley/core';
import type { Scope, User } from '@parley/facts';
import type { UserId } from '@parley/rules';
import type { Ctx } from '../context.ts';
import { type AppRow, findApp, findAppOfBot } from '../db/apps.ts';
import { findOutgoing, type OutgoingWebhook } from '../db/outgoing-webhooks.ts';
import { appAreas } from '../domain/apps/manifest.ts';
import { appInterface } from '../domain/deliveries/triggers.ts';
import type { Place } from '../domain/place.ts';
import { type InstalledApp, installedApp, requireApproved } from './installed-app.ts';

/** The value of `appId` for a bot that is no app. */
export const noApp = 0;

/**
 * Returns the program that gets presses of a bot's messages: its app, or else the bot as one without commands and forms. Presses go to the address
 * of a bot of type 3, and to the event queues of other bots. Undefined for people.
 */
export async function programOfBot(ctx: Ctx, botId: UserId, scope: Scope): Promise<InstalledApp | undefined> {
  const row = await findAppOfBot(ctx.db, botId);
  if (row) return await runningApp(row, scope);
  const bot = await scope.users.get(botId);
  return bot?.isBot ? await running(botAsProgram(bot, await findOutgoing(ctx.db, botId)), scope) : undefined;
}

/** Returns the program of a stored press or message for one person: an app, or a bot that is none. */
export async function programOf(
  ctx: Ctx,
  { appId, botId }: { appId: number; botId: UserId },
  scope: Scope,
): Promise<InstalledApp | undefined> {
  if (appId === noApp) return await programOfBot(ctx, botId, scope);
  const row = await findApp(ctx.db, appId);
  return row && (await runningApp(row, scope));
}

/** Returns an app as it may act now. */
export const runningApp = (row: AppRow, scope: Scope): Promise<InstalledApp> =>
  running(installedApp(row), scope);

/** Returns a program as it may act now: one whose bot is deactivated, or whose organization is, is turned off. */
const running = async (app: InstalledApp, scope: Scope): Promise<InstalledApp> => ({
  ...app,
  isEnabled: app.isEnabled && (await isRunning(app.botId, scope)),
});

/**
 * Asks whether the bot is active, because an administrator who was told that it is not relies on it at once, and a cache is older. Whether the
 * organization is deactivated is asked again where the cache says so.
 */
async function isRunning(botId: UserId, scope: Scope): Promise<boolean> {
  const owners = scope.askingOwners();
  if ((await owners.users.get(botId))?.isActive !== true) return false;
  return !(await scope.organization()).isDeactivated || !(await owners.organization()).isDeactivated;
}

/**
 * Returns an app as it is now, after it was asked: meanwhile it may have been turned off, removed, or lost the channel.
 * @throws BAD_REQUEST when it may not act in the place any more
 */
export async function stillApproved(
  ctx: Ctx,
  app: Pick<InstalledApp, 'appId' | 'botId'>,
  place: Place,
  scope: Scope,
): Promise<InstalledApp> {
  const now = await programOf(ctx, app, scope);
  if (!now) throw errors.badRequest('This app is turned off.');
  requireApproved(now, place);
  return now;
}

function botAsProgram(bot: User, webhook: OutgoingWebhook | undefined): InstalledApp {
  const isCalled = webhook?.isEnabled === true && webhook.interface !== appInterface;
  return {
    appId: noApp,
    botId: bot.userId,
    manifest: {
      name: bot.fullName,
      description: '',
      icon: '',
      commands: [],
      blocks: true,
      events: [],
      scopes: [...appAreas],
      ...(isCalled && { url: webhook.url }),
    },
    sealedToken: webhook?.sealedToken ?? Buffer.alloc(0),
    sealedSecret: webhook?.sealedSecret ?? Buffer.alloc(0),
    isEnabled: true,
    channelIds: null,
    installedBy: bot.botOwnerId,
    createdAt: 0,
  };
}
