import { errors, errorText } from '@parley/core';
import { emit } from '@parley/db';
import type { Scope } from '@parley/facts';
import type { AddSubmessageRequest, AddSubmessageResponse } from '@parley/proto/messaging/v1/changing';
import { limits } from '@parley/rules';
import { requireChangeableMessage } from '../../access/message-access.ts';
import { audienceOfChange } from '../../audience/channel-audience.ts';
import { changeMessage } from '../../changing/change-message.ts';
import type { Ctx } from '../../context.ts';
import { hasSubmessages, insertSubmessage, submessageBytes } from '../../db/changing/submessages.ts';
import { lockMessage } from '../../db/stored-message.ts';
import { maxSubmessageBytes } from '../../domain/limits.ts';
import { submessageAdded } from '../../events/submessage-added.ts';
import { afterInteraction } from '../../participation/topic-visibility.ts';

/** The sender adds the first one. Then every reader may add more, except for changes of the question or title. */
export async function addSubmessage(
  ctx: Ctx,
  request: AddSubmessageRequest,
  scope: Scope,
): Promise<AddSubmessageResponse> {
  ctx.writeGuard.check();
  const { msgType, content } = request;
  const { type } = parseSubmessage(request);
  const { message, access } = await changeMessage(
    ctx,
    {
      decide: async (facts) => {
        const access = await requireChangeableMessage(ctx, request.messageId, facts);
        return { access, audience: await audienceOfChange(ctx, access, facts) };
      },
      lock: lockMessage,
      write: async (tx, message, { access, audience }) => {
        const { user } = access;
        if (message.senderId !== user.userId && !(await hasSubmessages(tx, message.id))) {
          throw errors.badRequest('You cannot attach a submessage to this message.');
        }
        if (message.senderId !== user.userId && senderOnlyTypes.has(type)) {
          throw errors.badRequest('Only the sender of the message can change this.');
        }
        if ((await submessageBytes(tx, message.id)) > maxSubmessageBytes) {
          throw errors.badRequest('This message takes no more parts.');
        }
        const row = { messageId: message.id, senderId: user.userId, msgType, content };
        const id = await insertSubmessage(tx, row);
        await emit(tx, submessageAdded({ id, ...row }, audience, scope.call.traceparent));
        return { message, access };
      },
    },
    scope,
  );
  const { channel, user } = access;
  if (channel) await afterInteraction(ctx, user, { id: message.id, channel, topic: message.topic }, scope);
  return {};
}

/** Types of submessages that change the question or title of a widget. Only the sender of the message may add them. */
const senderOnlyTypes: ReadonlySet<unknown> = new Set(['question', 'new_task_list_title']);

/** Parses the content of a submessage, which must be a JSON object. @throws BAD_REQUEST for an invalid type or content */
function parseSubmessage({ msgType, content }: AddSubmessageRequest): { type?: unknown } {
  if (msgType !== 'widget') throw errors.badRequest('Invalid msg_type');
  if (content.length > limits.messageLength) {
    throw errors.badRequest(
      errorText('{parameter} is too long (limit: {limit} characters)', {
        parameter: 'content',
        limit: limits.messageLength,
      }),
    );
  }
  const part = parseObject(content);
  if (part === undefined) throw errors.badRequest('Invalid json for submessage');
  return part;
}

function parseObject(text: string): { type?: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
