import { createScope, type Scope, type User } from '@parley/facts';
import type { backgroundCall } from '@parley/rpc';
import { type InstalledApp, installedApp, isApprovedFor } from '../apps/installed-app.ts';
import { placeOf } from '../apps/presses/containers.ts';
import type { Ctx } from '../context.ts';
import { findAppOfBot } from '../db/apps.ts';
import type { OutgoingDelivery } from '../db/outgoing-deliveries.ts';
import type { OutgoingWebhook } from '../db/outgoing-webhooks.ts';
import type { AppEvent } from '../domain/apps/app-events.ts';
import { appInterface } from '../domain/deliveries/triggers.ts';
import { mayKnowEvent } from '../facts/may-know.ts';
import { type ReadMessage, readMessage } from '../facts/read-message.ts';
import type { OutgoingRequest } from '../programs/request.ts';
import { signatures } from '../programs/signatures.ts';
import { signatureHeaders, slackRequest, zulipRequest } from './payload.ts';
import { slackEnvelope, slackMessageEvent, slackOtherEvent } from './slack-events.ts';

/** A request to the program of a bot, signed. */
export type Prepared = OutgoingRequest & {
  /** The token in the body, which lists of deliveries do not show; empty for none. */
  token: string;
  /** The message that is sent; undefined for other events. */
  message: ReadMessage | undefined;
};

type Parts = { webhook: OutgoingWebhook; delivery: OutgoingDelivery; bot: User };

/** Returns the request, with what the bot may read now; undefined when it may not, or the app is not approved there. */
export async function prepare(
  ctx: Ctx,
  parts: Parts,
  call: ReturnType<typeof backgroundCall>,
): Promise<Prepared | undefined> {
  const { webhook, delivery, bot } = parts;
  const scope = createScope(ctx.factCache, call);
  const now = Math.floor(ctx.clock.now() / 1000);
  if (webhook.interface === appInterface) {
    const row = await findAppOfBot(ctx.db, bot.userId);
    const app = row?.isEnabled ? installedApp(row) : undefined;
    const found = app && (await appEvent(ctx, app, delivery, scope));
    if (!app || !found) return undefined;
    const { deliveryId, createdAt } = delivery;
    const known = { appId: app.appId, botId: app.botId, deliveryId, createdAt };
    const body = JSON.stringify(slackEnvelope(known, found.event));
    const secret = ctx.sealer.open(app.sealedSecret, app.botId);
    const headers = {
      'content-type': 'application/json',
      ...signatures(String(delivery.deliveryId), body, secret, now),
      ...(delivery.attempts > 1 && { 'x-slack-retry-num': String(delivery.attempts - 1) }),
    };
    return { headers, body, token: '', message: found.message };
  }
  const token = ctx.sealer.open(webhook.sealedToken, bot.userId);
  const secret = ctx.sealer.open(webhook.sealedSecret, bot.userId);
  const sign = (request: OutgoingRequest, message: ReadMessage | undefined): Prepared => ({
    ...request,
    headers: { ...request.headers, ...signatureHeaders(delivery.deliveryId, request.body, secret, now) },
    token,
    message,
  });
  if (delivery.event !== '') {
    const event = JSON.parse(delivery.event) as AppEvent;
    return (await mayKnowEvent(ctx, event, bot.userId, scope))
      ? sign(otherRequest(event, { ...parts, token }), undefined)
      : undefined;
  }
  const read = await readMessage(ctx, delivery.messageId, call);
  if (!read) return undefined;
  const all = { ...parts, ...read, publicUrl: ctx.publicUrl, token };
  return sign((webhook.interface === 2 ? slackRequest : zulipRequest)(all), read.message);
}

/** Returns what an app is told of a message or another event; undefined when it may not know of it. */
async function appEvent(
  ctx: Ctx,
  app: InstalledApp,
  { messageId, trigger, event: stored, createdAt: at }: OutgoingDelivery,
  scope: Scope,
): Promise<{ event: object; message?: ReadMessage | undefined } | undefined> {
  if (stored === '') {
    const read = await readMessage(ctx, messageId, scope.call);
    if (!read || !isApprovedFor(app, placeOf(read.message))) return undefined;
    const type = trigger === 'mention' ? 'app_mention' : 'message';
    return { event: slackMessageEvent(type, read, app.botId), message: read.message };
  }
  const event = JSON.parse(stored) as AppEvent;
  if (!(await mayKnowEvent(ctx, event, app.botId, scope))) return undefined;
  const channel = event.channelId ? await scope.channels.get(event.channelId) : undefined;
  if (channel) {
    const place = { kind: 'channel' as const, channelId: channel.channelId, topic: '', name: channel.name };
    if (!isApprovedFor(app, place)) return undefined;
  }
  const user = event.userId ? await scope.users.get(event.userId) : undefined;
  const message = event.messageId
    ? (await readMessage(ctx, event.messageId, scope.call))?.message
    : undefined;
  // The message may have been moved since.
  if (message && !isApprovedFor(app, placeOf(message))) return undefined;
  return { event: slackOtherEvent(event, { channel, user, message, at }) };
}

/** Returns the request for an event beyond messages in Zulip's and Slack's older formats, which have none: JSON that names it. */
function otherRequest(event: AppEvent, { bot, token }: { bot: User; token: string }): OutgoingRequest {
  const { kind, userId, channelId, messageId, emoji } = event;
  const body = JSON.stringify({
    trigger: 'event',
    event: {
      type: kind,
      ...(userId !== undefined && { user_id: userId }),
      ...(channelId !== undefined && channelId !== 0 && { channel_id: channelId }),
      ...(messageId !== undefined && { message_id: messageId }),
      ...(emoji !== undefined && { emoji_name: emoji }),
    },
    bot_email: bot.email,
    bot_full_name: bot.fullName,
    token,
  });
  return { headers: { 'content-type': 'application/json' }, body };
}
