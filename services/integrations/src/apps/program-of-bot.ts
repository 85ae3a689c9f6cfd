import type { Scope, User } from '@parley/directory';
import type { UserId } from '@parley/rules';
import type { Ctx } from '../context.ts';
import { findApp, findAppOfBot } from '../db/apps.ts';
import { findOutgoing, type OutgoingWebhook } from '../db/outgoing-webhooks.ts';
import { appAreas } from '../domain/manifest.ts';
import { appInterface } from '../domain/triggers.ts';
import { type InstalledApp, installedApp } from './installed-app.ts';

/** The value of `bot_type` for bots that only send. */
const incomingType = 2;
/** The value of `appId` for a bot that is no app. */
export const noApp = 0;

/**
 * Returns the program that gets presses of a bot's messages: its app, or else the bot as one without commands and forms. Presses go to the address
 * of a bot of type 3, and to the event queues of other bots. Undefined for people.
 */
export async function programOfBot(ctx: Ctx, botId: UserId, scope: Scope): Promise<InstalledApp | undefined> {
  const row = await findAppOfBot(ctx.db, botId);
  if (row) return installedApp(row);
  const bot = await scope.users.get(botId);
  return bot?.isBot ? botAsProgram(bot, await findOutgoing(ctx.db, botId)) : undefined;
}

/** Returns the program of a stored press or message for one person: an app, or a bot that is none. */
export async function programOf(
  ctx: Ctx,
  { appId, botId }: { appId: number; botId: UserId },
  scope: Scope,
): Promise<InstalledApp | undefined> {
  if (appId === noApp) return await programOfBot(ctx, botId, scope);
  const row = await findApp(ctx.db, appId);
  return row && installedApp(row);
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
      // Bots that only send have no queues and no address, so nobody would get a press.
      blocks: bot.botType !== incomingType,
      events: [],
      scopes: [...appAreas],
      ...(isCalled && { url: webhook.url }),
    },
    sealedToken: webhook?.sealedToken ?? Buffer.alloc(0),
    sealedSecret: webhook?.sealedSecret ?? Buffer.alloc(0),
    isEnabled: bot.isActive,
    channelIds: null,
    installedBy: bot.botOwnerId,
    createdAt: 0,
  };
}
