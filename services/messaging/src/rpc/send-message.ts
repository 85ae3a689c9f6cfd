import { errors } from '@parley/core';
import { encodeEvent } from '@parley/db';
import type { Scope } from '@parley/directory';
import type { SendMessageRequest, SendMessageResponse } from '@parley/proto/messaging/v1/messaging';
import { splitMessageAudience } from '../audience/message-audience.ts';
import type { Ctx } from '../context.ts';
import { parseContent } from '../domain/content.ts';
import { messageSent } from '../events/message-sent.ts';
import { markReadForMuting } from '../participation/muted-senders.ts';
import { afterSend } from '../participation/topic-visibility.ts';
import { composeMessage } from '../sending/compose-message.ts';
import { addressOf, resolveChannelTarget, resolveDirectTarget } from '../sending/send-target.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** See docs/api/messages.md#sending. Idempotent by send key, even while another replica works on the first request. */
export async function sendMessage(
  ctx: Ctx,
  request: SendMessageRequest,
  scope: Scope,
): Promise<SendMessageResponse> {
  return ctx.sendTimes.measure(() => send(ctx, request, scope));
}

async function send(ctx: Ctx, request: SendMessageRequest, scope: Scope): Promise<SendMessageResponse> {
  ctx.writeGuard.check();
  if (!uuid.test(request.sendKey)) throw errors.internal('A send needs a key.');
  const content = parseContent(request.content);
  checkLocalEcho(request);
  const { recipient } = request;
  if (!recipient) throw errors.missingParameter('to');

  const { sender, target } = await scope.confirmed(async (facts) => {
    const user = await facts.caller();
    const found =
      recipient.$case === 'channel'
        ? await resolveChannelTarget(ctx, user, recipient.channel, facts, request.seenMessageId)
        : await resolveDirectTarget(ctx, user, recipient.direct, facts);
    return { sender: user, target: found };
  });
  const draft = { ...request, content, sender, target, client: scope.call.clientName };
  const { fact, row, ...composed } = await composeMessage(ctx, draft, scope);
  const event = encodeEvent(
    messageSent(
      fact,
      scope.call.traceparent,
      await splitMessageAudience(ctx, { sender, fact, ...composed }, scope),
    ),
  );
  const id = await ctx.batcher.send({ ...row, event }, scope.call.deadline);
  ctx.telemetry.messageSent(target.kind);
  await markReadForMuting(ctx, { id, target, mutingUserIds: composed.mutingUserIds }, scope);
  const address = await addressOf(ctx, target, id, scope);
  if (target.kind === 'direct') return { id, ...address };
  const automaticNewVisibilityPolicy = await afterSend(
    ctx,
    { id, ...target, sender, namedUserIds: composed.namedUserIds },
    scope,
  );
  return { id, automaticNewVisibilityPolicy, ...address };
}

function checkLocalEcho({ localId, queueId }: SendMessageRequest): void {
  if (localId !== '' && queueId === '') throw errors.badRequest('local_id requires queue_id');
  if (queueId !== '' && localId === '') throw errors.badRequest('queue_id requires local_id');
}
