import { errors, ParleyError } from '@parley/core';
import { encodeEvent } from '@parley/db';
import type { Scope, User } from '@parley/facts';
import type { SendMessageRequest, SendMessageResponse } from '@parley/proto/messaging/v1/messaging';
import type { MessageId } from '@parley/rules';
import { splitMessageAudience } from '../../audience/message-audience.ts';
import type { Ctx } from '../../context.ts';
import { SeenElsewhere } from '../../db/messages.ts';
import { parseContent } from '../../domain/sending/content.ts';
import { messageSent } from '../../events/message-sent.ts';
import { markReadForMuting } from '../../participation/muted-senders.ts';
import { afterSend } from '../../participation/topic-visibility.ts';
import { type Composed, composeMessage } from '../../sending/compose-message.ts';
import {
  addressOf,
  resolveMovedTarget,
  resolveSendTarget,
  type SendTarget,
} from '../../sending/send-target.ts';

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
  checkLocalEcho(request);
  const { id, sender, target, composed } = await write(ctx, request, scope);
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

type Written = {
  id: MessageId;
  sender: User;
  target: SendTarget;
  composed: Pick<Composed, 'mutingUserIds' | 'namedUserIds'>;
};

/**
 * The insertion says whether the message that the sender saw was moved, so a send without a move asks nothing more. What is composed for
 * the named topic is composed again for the other one: mentions and refusals depend on the place.
 */
async function write(ctx: Ctx, request: SendMessageRequest, scope: Scope): Promise<Written> {
  const content = parseContent(request.content);
  const { recipient, seenMessageId } = request;
  if (!recipient) throw errors.missingParameter('to');
  const writeTo = async (findsMoved: boolean): Promise<Written> => {
    const addressed = await scope.confirmed((facts) => resolveTarget(ctx, request, facts, findsMoved));
    const draft = { ...request, ...addressed, content, client: scope.call.clientName };
    const { row, ...composed } = await composeMessage(ctx, draft, scope);
    const audience = await splitMessageAudience(ctx, { sender: addressed.sender, ...composed }, scope);
    const event = encodeEvent(messageSent(composed.fact, scope.call.traceparent, audience));
    const message = { ...row, event, seenMessageId: findsMoved ? undefined : seenMessageId };
    const id = await ctx.batcher.send(message, scope.call.deadline);
    return { id, ...addressed, composed };
  };
  try {
    return await writeTo(false);
  } catch (error) {
    // A refusal may have its reason in the named place, where the topic is no longer.
    const mayHaveMoved = error instanceof ParleyError ? error.status < 500 : error instanceof SeenElsewhere;
    if (seenMessageId === undefined || !mayHaveMoved) throw error;
    return await writeTo(true);
  }
}

async function resolveTarget(
  ctx: Ctx,
  { recipient, seenMessageId }: SendMessageRequest,
  facts: Scope,
  findsMoved: boolean,
): Promise<{ sender: User; target: SendTarget }> {
  if (!recipient) throw errors.missingParameter('to');
  const sender = await facts.caller();
  const target =
    findsMoved && seenMessageId !== undefined && recipient.$case === 'channel'
      ? await resolveMovedTarget(ctx, sender, recipient.channel, seenMessageId, facts)
      : await resolveSendTarget(ctx, sender, recipient, facts);
  return { sender, target };
}

function checkLocalEcho({ localId, queueId }: SendMessageRequest): void {
  if (localId !== '' && queueId === '') throw errors.badRequest('local_id requires queue_id');
  if (queueId !== '' && localId === '') throw errors.badRequest('queue_id requires local_id');
}
