import { randomUUID } from 'node:crypto';
import type { Scope } from '@parley/facts';
import type { Ctx } from '../../context.ts';
import type { Place } from '../../domain/place.ts';
import { recipientAt } from '../../domain/place.ts';
import type { ReadMessage } from '../../facts/read-message.ts';
import { botCall } from '../bot-call.ts';
import { type AppMessage, type AppText, blocksText, composeAppMessage } from '../composing/compose.ts';
import { type InstalledApp, requireApproved } from '../installed-app.ts';
import { messageBlocksOf } from '../presses/containers.ts';
import { iconOf } from './message-icon.ts';

/**
 * Sends a message of an app as its bot.
 * @param sendKey makes repeated calls one message; a new one by default
 * @throws PayloadError for a wrong block; BAD_REQUEST when the app is not approved there; the errors of sending
 */
export async function postMessage(
  ctx: Ctx,
  app: InstalledApp,
  { place, written, sendKey = randomUUID() }: { place: Place; written: AppText; sendKey?: string },
  scope: Scope,
): Promise<{ id: number; message: AppMessage }> {
  requireApproved(app, place);
  const message = await composeAppMessage(ctx, app, written, scope);
  const icon = iconOf(ctx, app, written);
  const { id } = await ctx.messaging.sendMessage(
    {
      sendKey,
      recipient: recipientAt(place),
      content: message.content,
      localId: '',
      queueId: '',
      readBySender: true,
      blocks: message.blocks.length === 0 && !icon ? '' : blocksText(app, message.blocks, icon),
    },
    botCall(app, scope.call.traceparent),
  );
  return { id, message };
}

/**
 * Replaces a message of an app: its text and blocks. Its icon stays.
 * @throws PayloadError for a wrong block; BAD_REQUEST when the bot did not send the message
 */
export async function updateMessage(
  ctx: Ctx,
  app: InstalledApp,
  { before, written }: { before: Pick<ReadMessage, 'id' | 'submessages'>; written: AppText },
  scope: Scope,
): Promise<AppMessage> {
  const message = await composeAppMessage(ctx, app, written, scope);
  await ctx.messaging.updateBlocks(
    {
      messageId: before.id,
      content: message.content,
      blocks: blocksText(app, message.blocks, messageBlocksOf(before).icon),
    },
    botCall(app, scope.call.traceparent),
  );
  return message;
}
