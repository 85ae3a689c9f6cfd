/**
 * Sends scheduled messages and reminders when they are due. Every replica searches for due rows. One transaction locks and
 * deletes a row, inserts its message, and emits the events of the deletion and of the message. So a replica that stops in
 * between has sent nothing, and no message is sent twice.
 */
import { randomUUID } from 'node:crypto';
import { ParleyError, required } from '@parley/core';
import { emit, encodeEvent, type Tx } from '@parley/db';
import { WorkPause } from '@parley/event-log';
import { createScope, isOrganizationDeactivated } from '@parley/facts';
import { backgroundCall } from '@parley/rpc';
import type { MessageId } from '@parley/rules';
import { splitMessageAudience } from '../audience/message-audience.ts';
import type { Ctx } from '../context.ts';
import { insertQuotes } from '../db/changing/quotes.ts';
import { insertMessages, type NewMessage } from '../db/messages.ts';
import { deleteReminder, failReminder, takeDueReminder } from '../db/personal/reminders.ts';
import {
  countDue,
  deleteScheduled,
  failScheduled,
  type ScheduledRow,
  takeDueScheduled,
} from '../db/personal/scheduled.ts';
import { messageSent } from '../events/message-sent.ts';
import { personalListChanged } from '../events/personal.ts';
import { markReadForMuting } from '../participation/muted-senders.ts';
import { afterSend } from '../participation/topic-visibility.ts';
import { composeReminder, isRefusal, requireUnchanged } from '../reminders/compose-reminder.ts';
import { rowWithOwnPictures } from '../rendering/own-pictures.ts';
import { failedDeliveryNotice } from '../scheduling/rules.ts';
import { resolveScheduledTarget } from '../scheduling/target.ts';
import { composeMessage } from '../sending/compose-message.ts';
import { composeDirectNotice } from '../sending/notices.ts';
import { scheduledJson } from '../view/scheduled-json.ts';
import { type RunningWorker, runUntilStopped } from './run-until-stopped.ts';

/** Maximum number of scheduled messages, and of reminders, that one replica sends concurrently. */
const maxConcurrentRows = 4;

/** Every `intervalMs`, or less often while the event log has no new events and nothing is due soon. */
export const startDueWorker = (ctx: Ctx, intervalMs: number): RunningWorker =>
  runUntilStopped((signal) => run(ctx, intervalMs, signal));

async function run(ctx: Ctx, intervalMs: number, signal: AbortSignal): Promise<void> {
  const pause = new WorkPause(ctx.factCache.follower, intervalMs, signal);
  while (!signal.aborted) {
    let dueInMs: number | undefined = 0;
    try {
      dueInMs = await deliverDue(ctx, signal);
    } catch (error) {
      ctx.logger.warn({ err: error }, 'due messages could not be sent; retrying at the next interval');
    }
    await pause.next(dueInMs);
  }
}

/** @returns milliseconds until the next message is due; 0 when some were due; undefined when none is scheduled */
export async function deliverDue(ctx: Ctx, signal?: AbortSignal): Promise<number | undefined> {
  const due = await countDue(ctx.db, maxConcurrentRows);
  if (due.scheduled + due.reminders === 0) return due.nextInMs ?? undefined;
  if (await isOrganizationDeactivated(ctx.factCache)) return 0;
  const drainAll = (count: number, sendOne: (tx: Tx, except: readonly number[]) => Promise<Outcome>) => {
    const failed: number[] = [];
    return Array.from({ length: count }, () => drain(ctx, sendOne, failed, signal));
  };
  await Promise.all([
    ...drainAll(due.scheduled, (tx, except) => sendScheduled(ctx, tx, except)),
    ...drainAll(due.reminders, (tx, except) => sendReminder(ctx, tx, except)),
  ]);
  return 0;
}

/** `none`: no row was due. Otherwise it was sent, or stored as failed. `followUp` runs after the commit. */
type Outcome = 'none' | { followUp: (() => Promise<unknown>) | undefined };

/** Rolls back the transaction of a row that cannot be sent now but may be later. */
class RetryLaterError extends Error {
  readonly id: number;

  constructor(id: number, cause: unknown) {
    super('A due row could not be sent now.', { cause });
    this.id = id;
  }
}

async function drain(
  ctx: Ctx,
  send: (tx: Tx, except: readonly number[]) => Promise<Outcome>,
  failed: number[],
  signal: AbortSignal | undefined,
): Promise<void> {
  while (!signal?.aborted) {
    ctx.writeGuard.check();
    try {
      const outcome = await ctx.db.tx((tx) => send(tx, failed));
      if (outcome === 'none') return;
      await outcome.followUp?.();
    } catch (error) {
      if (!(error instanceof RetryLaterError)) throw error;
      // This row is skipped until the next search.
      failed.push(error.id);
      ctx.logger.warn(
        { err: error.cause, id: error.id },
        'a due row could not be sent; retrying at the next interval',
      );
    }
  }
}

async function sendScheduled(ctx: Ctx, tx: Tx, except: readonly number[]): Promise<Outcome> {
  const row = await takeDueScheduled(tx, except);
  if (!row) return 'none';
  return send(row, () => composeScheduled(ctx, row), {
    async write({ message, followUp }) {
      await deleteScheduled(tx, row.userId, row.id);
      const removed = { scheduled_message_id: row.id };
      await emit(
        tx,
        personalListChanged(row.userId, { type: 'scheduled_messages', op: 'remove', ...removed }, undefined),
      );
      // Inserting takes the lock that orders messages, for which all sends wait until the commit. So the message is inserted last.
      const [inserted] = await insertMessages(tx, [message]);
      const id = required(inserted, 'ID of a message that is due');
      ctx.telemetry.messageSent(row.channelId === null ? 'direct' : 'channel');
      return followUp && (() => followUp(id));
    },
    async keep(refusal) {
      const failed = rowWithOwnPictures(await failScheduled(tx, row.id, refusal.message), ctx.pictureKey);
      const kept = { scheduled_message: scheduledJson(failed) };
      await emit(
        tx,
        personalListChanged(row.userId, { type: 'scheduled_messages', op: 'update', ...kept }, undefined),
      );
      const notice = await composeFailure(ctx, row, refusal);
      if (notice) await insertMessages(tx, [notice]);
    },
  });
}

async function sendReminder(ctx: Ctx, tx: Tx, except: readonly number[]): Promise<Outcome> {
  const row = await takeDueReminder(tx, except);
  if (!row) return 'none';
  return send(row, () => composeReminder(ctx, row), {
    async write({ message, reminded }) {
      if (reminded) await requireUnchanged(tx, reminded);
      await deleteReminder(tx, row.userId, row.id);
      await emit(
        tx,
        personalListChanged(row.userId, { type: 'reminders', op: 'remove', reminder_id: row.id }, undefined),
      );
      const [inserted] = await insertMessages(tx, [message]);
      const id = required(inserted, 'ID of a message that is due');
      if (reminded) await insertQuotes(tx, id, [reminded.senderId]);
      ctx.telemetry.messageSent('direct');
      return undefined;
    },
    keep: (refusal) => failReminder(tx, row.id, refusal.message),
  });
}

/** A composed message, and optional work that runs after the commit. */
type DueMessage = { message: NewMessage; followUp?: (messageId: MessageId) => Promise<unknown> };

/** Sends the message of a row. When the rules reject the message, it stores the reason in the row instead. */
async function send<Due extends object>(
  { id }: { id: number },
  compose: () => Promise<Due>,
  {
    write,
    keep,
  }: {
    write(due: Due): Promise<(() => Promise<unknown>) | undefined>;
    keep(refusal: ParleyError): Promise<void>;
  },
): Promise<Outcome> {
  try {
    const due = await compose().catch((error: unknown) => {
      if (isRefusal(error)) return error;
      throw error;
    });
    if (!(due instanceof ParleyError)) return { followUp: await write(due) };
    await keep(due);
    return { followUp: undefined };
  } catch (error) {
    throw new RetryLaterError(id, error);
  }
}

/** The author's permissions may have changed since the message was scheduled. */
async function composeScheduled(ctx: Ctx, row: ScheduledRow): Promise<DueMessage> {
  const scope = createScope(ctx.factCache, backgroundCall({ principal: { userId: row.userId } }));
  const { sender, target } = await scope.confirmed(async (facts) => {
    const user = await facts.caller();
    const place = row.channelId === null ? { userIds: row.recipientIds } : { channelId: row.channelId };
    const { topic } = row;
    return { sender: user, target: await resolveScheduledTarget(ctx, user, { place, topic }, facts) };
  });
  const draft = {
    sender,
    target,
    client: row.client,
    sendKey: randomUUID(),
    content: row.content,
    localId: '',
    queueId: '',
    readBySender: row.readBySender ?? undefined,
  };
  const { fact, row: written, ...composed } = await composeMessage(ctx, draft, scope);
  const audience = await splitMessageAudience(ctx, { sender, fact, ...composed }, scope);
  const message = {
    ...written,
    event: encodeEvent(messageSent(fact, undefined, audience)),
  };
  const { namedUserIds, mutingUserIds } = composed;
  const followUp = async (id: number) => {
    await markReadForMuting(ctx, { id, target, mutingUserIds }, scope);
    if (target.kind === 'channel') await afterSend(ctx, { id, ...target, sender, namedUserIds }, scope);
  };
  return { message, followUp };
}

/** Undefined when the author's account is deactivated. */
async function composeFailure(
  ctx: Ctx,
  row: ScheduledRow,
  refusal: ParleyError,
): Promise<NewMessage | undefined> {
  try {
    return await composeDirectNotice(ctx, row.userId, (texts) =>
      failedDeliveryNotice(row.deliverAt, refusal.messageIn(texts.language), texts),
    );
  } catch (error) {
    if (isRefusal(error)) return undefined;
    throw error;
  }
}
