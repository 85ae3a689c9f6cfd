import { ParleyError } from '@parley/core';
import { createScope, type User } from '@parley/facts';
import type { SendMessageRequest } from '@parley/proto/messaging/v1/messaging';
import { backgroundCall } from '@parley/rpc';
import type { Ctx } from '../context.ts';
import {
  type Attempt,
  finishOutgoing,
  type OutgoingDelivery,
  postponeOutgoing,
  recentlySent,
  releaseOutgoing,
} from '../db/outgoing-deliveries.ts';
import { findOutgoing } from '../db/outgoing-webhooks.ts';
import { failureInWords } from '../domain/apps/program-failure.ts';
import { isRetried, replyOf } from '../domain/deliveries/outgoing-answer.ts';
import { retryDelay } from '../domain/deliveries/retrying.ts';
import { appInterface } from '../domain/deliveries/triggers.ts';
import { fitContent, fitTopic } from '../domain/fit.ts';
import type { ReadMessage } from '../facts/read-message.ts';
import { uuidOf } from '../incoming-webhooks/send-key.ts';
import { requestProgram } from '../programs/request.ts';
import { isConfirmed } from './challenge.ts';
import { prepare } from './prepare.ts';

/** Time in which a delivery looks up the message and stores its end, in milliseconds. */
const workWithinMs = 10_000;
/** Milliseconds for which a bot waits that has sent as much as it may in a minute. */
const rateDelayMs = 2_000;
const maxKept = { payload: 20_000, response: 4_000, error: 500 };

/**
 * Makes one attempt of a claimed delivery: sends the message to the program of the bot, and its answer as a message. The program may get a message
 * twice when this process dies after the request, with the same ID; its answer becomes one message, because the key of the message follows from the
 * delivery.
 */
export async function deliver(ctx: Ctx, delivery: OutgoingDelivery, stopping: AbortSignal): Promise<void> {
  const { deliveryId, botId } = delivery;
  const webhook = await findOutgoing(ctx.db, botId);
  if ((await recentlySent(ctx.db, botId)) >= ctx.outgoing.perMinute)
    return await releaseOutgoing(ctx.db, deliveryId, rateDelayMs);
  const call = { ...backgroundCall({ timeoutMs: workWithinMs, principal: { userId: botId } }) };
  const bot = await createScope(ctx.factCache, call).users.get(botId);
  const request = bot && webhook ? await prepare(ctx, { webhook, delivery, bot }, call) : undefined;
  if (!bot?.isActive || !webhook || !request) {
    ctx.telemetry.sent('dropped');
    const error = request ? 'The bot is deactivated.' : 'The bot may not read the message any more.';
    return await finishOutgoing(ctx.db, deliveryId, 'dead', { ...nothing, error });
  }
  const { token, message } = request;
  if (webhook.interface === appInterface && !(await isConfirmed(ctx, botId, webhook.url))) {
    const attempt = { ...nothing, error: 'The address did not answer the challenge.' };
    return await failed(ctx, delivery, attempt, { isFinal: false, retryAfterMs: 0 });
  }
  const headers = { 'user-agent': 'ParleyOutgoingWebhook/1.0', ...request.headers };
  const answer = await requestProgram(ctx, webhook.url, { headers, body: request.body }, stopping);
  // The token is no part of what the list of deliveries shows.
  const shown = token === '' ? request.body : request.body.replaceAll(token, '…');
  const payload = shown.slice(0, maxKept.payload).toWellFormed();
  if (stopping.aborted && 'error' in answer) return await releaseOutgoing(ctx.db, deliveryId, 0);
  if ('error' in answer) {
    const attempt = { ...nothing, payload, error: failureInWords(answer.error).slice(0, maxKept.error) };
    return await failed(ctx, delivery, attempt, { isFinal: answer.isFinal, retryAfterMs: 0 });
  }
  const { status, body, retryAfterMs } = answer;
  const response = body.slice(0, maxKept.response).toWellFormed().replaceAll('\0', '');
  const attempt = { payload, status, response, error: '' };
  if (status < 200 || status >= 300)
    return await failed(ctx, delivery, attempt, { isFinal: !isRetried(status), retryAfterMs });
  // An app answers by Slack's Web API, and there is no place for an answer to an event that is no message.
  const reply = webhook.interface === appInterface ? undefined : replyOf(body, webhook.interface);
  const sent =
    reply === undefined || !message ? nothingSent : await sendReply(ctx, { delivery, bot, reply, message });
  await finishOutgoing(ctx.db, deliveryId, 'delivered', { ...attempt, ...sent });
  ctx.telemetry.sent('delivered');
}

const nothing: Attempt = { payload: '', status: null, response: '', error: '' };
const nothingSent = { replyId: null, error: '' };

async function failed(
  ctx: Ctx,
  { deliveryId, attempts, createdAtMs }: OutgoingDelivery,
  attempt: Attempt,
  { isFinal, retryAfterMs }: { isFinal: boolean; retryAfterMs: number },
): Promise<void> {
  const ageMs = ctx.clock.now() - createdAtMs;
  const delayMs = retryDelay({ attempts, ageMs, isFinal, retryAfterMs }, ctx.outgoing);
  if (delayMs === undefined) {
    ctx.telemetry.sent('dead');
    return await finishOutgoing(ctx.db, deliveryId, 'dead', attempt);
  }
  ctx.telemetry.sent('postponed');
  await postponeOutgoing(ctx.db, deliveryId, attempt, delayMs);
}

/** Sends the answer of a program where the message is. A refusal is stored, because the program cannot change it. */
async function sendReply(
  { messaging, logger }: Ctx,
  {
    delivery,
    bot,
    reply,
    message,
  }: { delivery: OutgoingDelivery; bot: User; reply: string; message: ReadMessage },
): Promise<{ replyId: number | null; error: string }> {
  const { deliveryId, createdAtMs, epoch } = delivery;
  try {
    const { id } = await messaging.sendMessage(
      {
        // A repeated delivery has another time, so its answer is another message.
        sendKey: uuidOf(`outgoing ${epoch} ${bot.userId} ${deliveryId} ${createdAtMs}`),
        recipient: placeOf(message),
        content: fitContent(reply),
        localId: '',
        queueId: '',
        readBySender: true,
      },
      {
        ...backgroundCall({ timeoutMs: workWithinMs, principal: { userId: bot.userId } }),
        clientName: 'outgoing webhook',
      },
    );
    return { replyId: id, error: '' };
  } catch (err) {
    if (!(err instanceof ParleyError) || err.status >= 500) throw err;
    logger.info({ err, deliveryId }, 'the answer of a program was refused');
    return { replyId: null, error: err.message.slice(0, maxKept.error) };
  }
}

function placeOf(message: ReadMessage): NonNullable<SendMessageRequest['recipient']> {
  const { stream_id: channelId, subject = '', display_recipient: people } = message;
  if (channelId !== undefined) {
    const topic = subject === '' ? '' : fitTopic(subject, '');
    return { $case: 'channel', channel: { channel: { $case: 'channelId', channelId }, topic } };
  }
  const userIds = typeof people === 'string' ? [] : people.map(({ id }) => id);
  return { $case: 'direct', direct: { userIds, emails: [] } };
}
