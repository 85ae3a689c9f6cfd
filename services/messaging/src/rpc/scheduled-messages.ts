import { errors } from '@parley/core';
import { emit } from '@parley/db';
import { confirmed, requireCaller } from '@parley/directory';
import type {
  CreateScheduledMessageRequest,
  CreateScheduledMessageResponse,
  DeleteScheduledMessageRequest,
  DeleteScheduledMessageResponse,
  GetScheduledMessagesResponse,
  UpdateScheduledMessageRequest,
  UpdateScheduledMessageResponse,
} from '@parley/proto/messaging/v1/personal';
import type { Call } from '@parley/rpc';
import type { Ctx } from '../context.ts';
import {
  countScheduled,
  deleteScheduled,
  findScheduled,
  insertScheduled,
  maxScheduled,
  type NewScheduled,
  replaceScheduled,
  scheduledOf,
} from '../db/scheduled.ts';
import { parseContent } from '../domain/content.ts';
import { isReadBySender } from '../domain/read-by-sender.ts';
import { checkDeliveryTime, parseScheduledPlace, type ScheduledPlace } from '../domain/scheduling.ts';
import { personalChanged } from '../events/personal.ts';
import { composeContent } from '../sending/content.ts';
import { placeScheduled } from '../sending/scheduled-place.ts';
import { scheduledJson } from '../view/scheduled-json.ts';

const unknown = () => errors.missing('Scheduled message does not exist');

/** The caller's scheduled messages, the next first; those that could not be sent as well. */
export async function getScheduledMessages(ctx: Ctx, call: Call): Promise<GetScheduledMessagesResponse> {
  const { userId } = await requireCaller(ctx, call);
  const rows = await scheduledOf(ctx.db, userId);
  return { scheduledMessagesJson: Buffer.from(JSON.stringify(rows.map(scheduledJson))) };
}

/** Schedules a message (specification, 2); what sending it would refuse now is refused now. */
export async function createScheduledMessage(
  ctx: Ctx,
  request: CreateScheduledMessageRequest,
  call: Call,
): Promise<CreateScheduledMessageResponse> {
  ctx.writeGuard.check();
  const place = parseScheduledPlace(request.place ?? { type: '', to: [] });
  const content = parseContent(request.content);
  checkDeliveryTime(request.deliverAt, nowOf(ctx));
  const { userId, topic, renderedContent } = await prepare(ctx, place, request.topic, content, call);
  const row: NewScheduled = {
    userId,
    ...columnsOf(place),
    topic,
    content,
    renderedContent,
    deliverAt: request.deliverAt,
    // What somebody schedules for themselves is to be noticed by them.
    readBySender:
      request.readBySender ?? (isReadBySender(undefined, call.clientName) && !isToSelf(place, userId)),
    client: call.clientName,
  };
  return ctx.db.tx(async (tx) => {
    if ((await countScheduled(tx, userId)) >= maxScheduled) {
      throw errors.badRequest(`You have too many scheduled messages (maximum ${maxScheduled}).`);
    }
    const written = await insertScheduled(tx, row);
    const added = { scheduled_messages: [scheduledJson(written)] };
    await emit(tx, personalChanged(userId, 'scheduled_messages', 'add', added, call.traceparent));
    return { scheduledMessageId: written.id };
  });
}

/** Changes a scheduled message that was not sent yet; one that failed is tried again at its time. */
export async function updateScheduledMessage(
  ctx: Ctx,
  request: UpdateScheduledMessageRequest,
  call: Call,
): Promise<UpdateScheduledMessageResponse> {
  ctx.writeGuard.check();
  const { userId } = await requireCaller(ctx, call);
  const before = await findScheduled(ctx.db, userId, request.scheduledMessageId);
  if (!before) throw unknown();
  const deliverAt = request.deliverAt ?? before.deliverAt;
  checkDeliveryTime(deliverAt, nowOf(ctx));
  if (request.type !== undefined && !request.hasTo) {
    throw errors.badRequest('Recipient required when updating type of scheduled message.');
  }
  const place = request.hasTo
    ? parseScheduledPlace({
        type: request.type ?? (before.channelId === null ? 'private' : 'stream'),
        to: request.to,
      })
    : before.channelId === null
      ? { userIds: before.recipientIds }
      : { channelId: before.channelId };
  const content = request.content === undefined ? before.content : parseContent(request.content);
  if ('channelId' in place && before.channelId === null && request.topic === undefined) {
    throw errors.badRequest('Topic required when updating scheduled message type to channel.');
  }
  const prepared = await prepare(ctx, place, request.topic ?? before.topic, content, call);
  const next: NewScheduled = {
    ...before,
    ...columnsOf(place),
    topic: prepared.topic,
    content,
    renderedContent: prepared.renderedContent,
    deliverAt,
  };
  await ctx.db.tx(async (tx) => {
    const written = await replaceScheduled(tx, before, next);
    if (!written) {
      if (await findScheduled(tx, userId, before.id)) {
        throw errors.badRequest('The scheduled message was changed meanwhile. Please try again.');
      }
      throw unknown();
    }
    const changed = { scheduled_message: scheduledJson(written) };
    await emit(tx, personalChanged(userId, 'scheduled_messages', 'update', changed, call.traceparent));
  });
  return {};
}

export async function deleteScheduledMessage(
  ctx: Ctx,
  request: DeleteScheduledMessageRequest,
  call: Call,
): Promise<DeleteScheduledMessageResponse> {
  ctx.writeGuard.check();
  const { userId } = await requireCaller(ctx, call);
  await ctx.db.tx(async (tx) => {
    if (!(await deleteScheduled(tx, userId, request.scheduledMessageId))) throw unknown();
    const removed = { scheduled_message_id: request.scheduledMessageId };
    await emit(tx, personalChanged(userId, 'scheduled_messages', 'remove', removed, call.traceparent));
  });
  return {};
}

const nowOf = ({ clock }: Ctx): number => Math.floor(clock.now() / 1000);

const isToSelf = (place: ScheduledPlace, userId: number): boolean =>
  'userIds' in place && place.userIds.every((id) => id === userId);

const columnsOf = (place: ScheduledPlace) =>
  'channelId' in place
    ? { channelId: place.channelId, recipientIds: [] }
    : { channelId: null, recipientIds: place.userIds };

/** Decides as sending would, and renders. */
function prepare(ctx: Ctx, given: ScheduledPlace, topic: string | undefined, content: string, call: Call) {
  return confirmed(async (options) => {
    const user = await requireCaller(ctx, call, options);
    const place = await placeScheduled(ctx, user, given, topic, call, options);
    const { rendered } = await composeContent(ctx, user, place, content, call);
    return {
      userId: user.userId,
      topic: place.kind === 'channel' ? place.topic : '',
      renderedContent: rendered.html,
    };
  });
}
