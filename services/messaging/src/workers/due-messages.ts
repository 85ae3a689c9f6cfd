/**
 * Sends scheduled messages and reminders when their time has come. Every replica looks for what is due; a row is
 * locked by who sends it, and sending, deleting the row and announcing both is one transaction: whoever dies in
 * between has sent nothing, and nothing is sent twice.
 */
import { randomUUID } from 'node:crypto';
import { ParleyError, sleep } from '@parley/core';
import { emit, encodeEvent, type Tx } from '@parley/db';
import { confirmed, requireCaller } from '@parley/directory';
import { backgroundCall, type Call } from '@parley/rpc';
import { splitMessageAudience } from '../audience/message-audience.ts';
import type { Ctx } from '../context.ts';
import { insertMessages, type NewMessage } from '../db/messages.ts';
import { deleteReminder, failReminder, type ReminderRow, takeDueReminder } from '../db/reminders.ts';
import {
  countDue,
  deleteScheduled,
  failScheduled,
  type ScheduledRow,
  takeDueScheduled,
} from '../db/scheduled.ts';
import { failedDeliveryNotice } from '../domain/scheduling.ts';
import { messageSent } from '../events/message-sent.ts';
import { personalListChanged } from '../events/personal.ts';
import { afterSend } from '../participation/topic-visibility.ts';
import { composeMessage } from '../sending/compose-message.ts';
import { composeNotice, noticeSender } from '../sending/notices.ts';
import { resolveScheduledTarget } from '../sending/scheduled-target.ts';
import { scheduledJson } from '../view/scheduled-json.ts';

/** Rows of one replica on their way at once. */
const maxConcurrentRows = 4;

export type DueWorker = { stop(): Promise<void> };

/** Looks for what is due every `intervalMs` until stopped. */
export function startDueWorker(ctx: Ctx, intervalMs: number): DueWorker {
  const stopping = new AbortController();
  const running = run(ctx, intervalMs, stopping.signal);
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

async function run(ctx: Ctx, intervalMs: number, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await deliverDue(ctx, signal);
    } catch (error) {
      ctx.logger.warn({ err: error }, 'due messages could not be sent; retrying at the next interval');
    }
    await sleep(intervalMs, signal).catch(() => undefined);
  }
}

/** Sends everything that is due now. */
export async function deliverDue(ctx: Ctx, signal?: AbortSignal): Promise<void> {
  const due = await countDue(ctx.db, maxConcurrentRows);
  const drainAll = (count: number, sendOne: (tx: Tx, except: readonly number[]) => Promise<Outcome>) => {
    const failed: number[] = [];
    return Array.from({ length: count }, () => drain(ctx, sendOne, failed, signal));
  };
  await Promise.all([
    ...drainAll(due.scheduled, (tx, except) => sendScheduled(ctx, tx, except)),
    ...drainAll(due.reminders, (tx, except) => sendReminder(ctx, tx, except)),
  ]);
}

/** Of one row: none was due, or it was sent or put aside, and what follows once that is committed. */
type Outcome = 'none' | { after: (() => Promise<unknown>) | undefined };

/** A row could not be sent now, and its transaction does not count. */
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
      await outcome.after?.();
    } catch (error) {
      if (!(error instanceof RetryLaterError)) throw error;
      // Not this time: others go first.
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
    async write({ message, follow }) {
      await deleteScheduled(tx, row.userId, row.id);
      const removed = { scheduled_message_id: row.id };
      await emit(tx, personalListChanged(row.userId, 'scheduled_messages', 'remove', removed, undefined));
      // Last: it takes the order lock, which others wait for.
      const [id] = await insertMessages(tx, [message]);
      ctx.telemetry.messageSent(row.channelId === null ? 'direct' : 'channel');
      return follow && (() => follow(id!));
    },
    async keep(failure) {
      const kept = { scheduled_message: scheduledJson(await failScheduled(tx, row.id, failure)) };
      await emit(tx, personalListChanged(row.userId, 'scheduled_messages', 'update', kept, undefined));
      const notice = await composeFailure(ctx, row, failure);
      if (notice) await insertMessages(tx, [notice]);
    },
  });
}

async function sendReminder(ctx: Ctx, tx: Tx, except: readonly number[]): Promise<Outcome> {
  const row = await takeDueReminder(tx, except);
  if (!row) return 'none';
  return send(row, () => composeReminder(ctx, row), {
    async write({ message }) {
      await deleteReminder(tx, row.userId, row.id);
      await emit(
        tx,
        personalListChanged(row.userId, 'reminders', 'remove', { reminder_id: row.id }, undefined),
      );
      await insertMessages(tx, [message]);
      ctx.telemetry.messageSent('direct');
      return undefined;
    },
    keep: (failure) => failReminder(tx, row.id, failure),
  });
}

/** A message to be sent, and what its sending brings about. */
type Due = { message: NewMessage; follow?: (messageId: number) => Promise<unknown> };

/** Sends a row's message, or keeps the row with the reason why it will never be sent. */
async function send(
  { id }: { id: number },
  compose: () => Promise<Due>,
  {
    write,
    keep,
  }: { write(due: Due): Promise<(() => Promise<unknown>) | undefined>; keep(failure: string): Promise<void> },
): Promise<Outcome> {
  try {
    const due = await compose().catch((error: unknown) => {
      if (isRefusal(error)) return error;
      throw error;
    });
    if (!(due instanceof ParleyError)) return { after: await write(due) };
    await keep(due.message);
    return { after: undefined };
  } catch (error) {
    throw new RetryLaterError(id, error);
  }
}

/** What will be refused again at every try, as opposed to what cannot be done right now. */
const isRefusal = (error: unknown): error is ParleyError =>
  error instanceof ParleyError && error.status < 500;

/** Decided again as for a message that is sent now: rights may have changed since. */
async function composeScheduled(ctx: Ctx, row: ScheduledRow): Promise<Due> {
  const call: Call = {
    ...backgroundCall({ principal: { userId: row.userId } }),
    clientName: row.client,
  };
  const { sender, place } = await confirmed(async (options) => {
    const who = await requireCaller(ctx, call, options);
    const where = row.channelId === null ? { userIds: row.recipientIds } : { channelId: row.channelId };
    return { sender: who, place: await resolveScheduledTarget(ctx, who, where, row.topic, call, options) };
  });
  const draft = {
    sendKey: randomUUID(),
    content: row.content,
    localId: '',
    queueId: '',
    readBySender: row.readBySender ?? undefined,
  };
  const { fact, row: written, namedUserIds } = await composeMessage(ctx, sender, place, draft, call);
  const message = {
    ...written,
    event: encodeEvent(messageSent(fact, undefined, await splitMessageAudience(ctx, sender, fact, call))),
  };
  if (place.kind === 'direct') return { message };
  return { message, follow: (id) => afterSend(ctx, sender, { id, ...place }, namedUserIds, call) };
}

const composeReminder = async (ctx: Ctx, row: ReminderRow): Promise<Due> => ({
  message: await composeDirectNotice(ctx, row.userId, row.content),
});

/** What the author of a scheduled message is told when it is not sent; nothing when they are gone. */
async function composeFailure(ctx: Ctx, row: ScheduledRow, failure: string): Promise<NewMessage | undefined> {
  try {
    return await composeDirectNotice(ctx, row.userId, failedDeliveryNotice(row.deliverAt, failure));
  } catch (error) {
    if (isRefusal(error)) return undefined;
    throw error;
  }
}

/** A direct message of the server to a person. */
async function composeDirectNotice(ctx: Ctx, userId: number, content: string): Promise<NewMessage> {
  const call = backgroundCall({ principal: { userId } });
  const person = await confirmed((options) => requireCaller(ctx, call, options));
  const sender = (await noticeSender(ctx, call)) ?? person;
  const settings = await ctx.directory.organization.settings(call);
  const members = sender === person ? [person] : [sender, person].sort((a, b) => a.userId - b.userId);
  const place = { kind: 'direct' as const, members, settings };
  return composeNotice(ctx, sender, person, place, content, call);
}
