import { type Queryable, sql } from '@parley/db';
import type { MessageId, UserId } from '@parley/rules';

export type OutgoingState = 'waiting' | 'delivered' | 'dead';

/** A message to send to the program of a bot. */
export type NewOutgoingDelivery = {
  botId: UserId;
  epoch: string;
  eventId: number;
  messageId: MessageId;
  senderId: UserId;
  /** `mention`, `direct_message`, `word`, `message`, or the kind of an event beyond messages. */
  trigger: string;
  triggerWord: string;
  /** An event beyond messages, as JSON; empty for a message. */
  event: string;
};

export type OutgoingDelivery = NewOutgoingDelivery & {
  deliveryId: number;
  state: OutgoingState;
  attempts: number;
  createdAt: number;
  createdAtMs: number;
  nextAt: number;
  finishedAt: number | null;
  payload: string;
  status: number | null;
  response: string;
  error: string;
  replyId: number | null;
};

const columns = sql`delivery_id as "deliveryId", bot_id as "botId", epoch, event_id as "eventId", message_id as "messageId",
  sender_id as "senderId", trigger, trigger_word as "triggerWord", event, state, attempts, payload, status, response, error, reply_id as "replyId",
  extract(epoch from created_at)::int8 as "createdAt", (extract(epoch from created_at) * 1000)::int8 as "createdAtMs",
  extract(epoch from next_at)::int8 as "nextAt", extract(epoch from finished_at)::int8 as "finishedAt"`;

/** Maximum number of waiting deliveries of a bot. Beyond it, the program is away for too long, and the oldest ones are given up. */
const maxWaiting = 10_000;

/** Stores messages to send. An event that is handled again changes nothing. */
export async function insertOutgoing(db: Queryable, rows: readonly NewOutgoingDelivery[]): Promise<void> {
  for (const { botId, epoch, eventId, messageId, senderId, trigger, triggerWord, event } of rows) {
    const inserted = await db.maybeOne<{ deliveryId: number }>(sql`
      insert into outgoing_deliveries (bot_id, epoch, event_id, message_id, sender_id, trigger, trigger_word, event)
      values (${botId}, ${epoch}, ${eventId}, ${messageId}, ${senderId}, ${trigger}, ${triggerWord}, ${event})
      on conflict (bot_id, epoch, event_id) do nothing returning delivery_id as "deliveryId"`);
    if (inserted && inserted.deliveryId % 100 === 0) await giveUpExcess(db);
  }
}

/** Gives up the oldest waiting deliveries of every bot that has too many. Bots take turns in the IDs, so the ID of one says nothing of its own. */
async function giveUpExcess(db: Queryable): Promise<void> {
  const excess = await db.many<{ botId: UserId; deliveryId: number }>(sql`
    select bots.bot_id as "botId", last.delivery_id as "deliveryId" from outgoing_webhooks as bots
     cross join lateral (
       select delivery_id from outgoing_deliveries where bot_id = bots.bot_id and state = 'waiting'
        order by delivery_id desc offset ${maxWaiting} limit 1) as last`);
  for (const { botId, deliveryId } of excess)
    await db.execute(sql`
      update outgoing_deliveries set state = 'dead', finished_at = now(), error = 'Too many deliveries were waiting.'
       where bot_id = ${botId} and state = 'waiting' and delivery_id <= ${deliveryId}`);
}

/**
 * Claims the first waiting delivery of each of some bots, for which an attempt is due, for `claimSeconds`. Only the first one of a bot can be
 * claimed, so that each bot gets its messages in order, one after another, from all replicas together. The claimed rows are checked once
 * more, because another replica may have changed them in the meantime; with `state = 'waiting'`, PostgreSQL would read the whole index of
 * waiting deliveries for that.
 */
export const claimOutgoing = (
  db: Queryable,
  { limit, claimSeconds }: { limit: number; claimSeconds: number },
): Promise<OutgoingDelivery[]> =>
  db.many(sql`
    update outgoing_deliveries as claimed
       set attempts = claimed.attempts + 1, next_at = now() + make_interval(secs => ${claimSeconds})
     where claimed.delivery_id = any (array(
       select each.delivery_id from outgoing_webhooks as bots
        cross join lateral (
          select delivery_id, next_at from outgoing_deliveries
           where bot_id = bots.bot_id and state = 'waiting' order by delivery_id limit 1) as first
         join outgoing_deliveries as each on each.delivery_id = first.delivery_id
        where bots.is_enabled and first.next_at <= now()
        order by first.next_at limit ${limit} for update of each skip locked))
       and claimed.state not in ('delivered', 'dead') and claimed.next_at <= now()
    returning ${columns}`);

/** The end of an attempt: bounded texts. */
export type Attempt = { payload: string; status: number | null; response: string; error: string };

export async function finishOutgoing(
  db: Queryable,
  deliveryId: number,
  state: 'delivered' | 'dead',
  { payload, status, response, error, replyId = null }: Attempt & { replyId?: number | null },
): Promise<void> {
  await db.execute(sql`
    update outgoing_deliveries set state = ${state}, finished_at = now(), payload = ${payload}, status = ${status},
           response = ${response}, error = ${error}, reply_id = ${replyId}
     where delivery_id = ${deliveryId}`);
}

/** Stores that an attempt failed, and when the next one is due. */
export async function postponeOutgoing(
  db: Queryable,
  deliveryId: number,
  { payload, status, response, error }: Attempt,
  delayMs: number,
): Promise<void> {
  await db.execute(sql`
    update outgoing_deliveries set next_at = now() + make_interval(secs => ${delayMs / 1000}), payload = ${payload},
           status = ${status}, response = ${response}, error = ${error}
     where delivery_id = ${deliveryId} and state = 'waiting'`);
}

/** Returns a claimed delivery without counting its attempt, because it was not made. */
export async function releaseOutgoing(db: Queryable, deliveryId: number, delayMs: number): Promise<void> {
  await db.execute(sql`
    update outgoing_deliveries
       set attempts = greatest(0, attempts - 1), next_at = now() + make_interval(secs => ${delayMs / 1000})
     where delivery_id = ${deliveryId} and state = 'waiting'`);
}

/** Makes a finished delivery wait again, as the first of its bot. @returns undefined when there is none that is finished */
export const repeatOutgoing = (
  db: Queryable,
  botId: UserId,
  deliveryId: number,
): Promise<OutgoingDelivery | undefined> =>
  db.maybeOne(sql`
    update outgoing_deliveries
       set state = 'waiting', attempts = 0, next_at = now(), created_at = now(), finished_at = null, error = ''
     where bot_id = ${botId} and delivery_id = ${deliveryId} and state <> 'waiting'
    returning ${columns}`);

/** Returns deliveries of a bot, newest first. @param before only those with a lower ID; 0 for all */
export const listOutgoingDeliveries = (
  db: Queryable,
  botId: UserId,
  { before, state, limit }: { before: number; state: string; limit: number },
): Promise<OutgoingDelivery[]> =>
  db.many(sql`
    select ${columns} from outgoing_deliveries
     where bot_id = ${botId} and (${before} = 0 or delivery_id < ${before}) and (${state} = '' or state = ${state})
     order by delivery_id desc limit ${limit}`);

/** Returns the number of requests to the program of a bot in the last minute that were finished. */
export const recentlySent = async (db: Queryable, botId: UserId): Promise<number> =>
  (
    await db.one<{ count: number }>(sql`
      select count(*)::int8 as count from (
        select from outgoing_deliveries where bot_id = ${botId} and finished_at > now() - interval '1 minute'
         limit 100000) as recent`)
  ).count;

/** Deletes waiting deliveries of bots that have no program any more, such as that of a removed app. At most 10,000 in one call. @returns their number */
export const deleteUnsendable = (db: Queryable): Promise<number> =>
  db.execute(sql`
    delete from outgoing_deliveries where delivery_id = any (array(
      select delivery_id from outgoing_deliveries as waiting
       where state = 'waiting' and not exists (select from outgoing_webhooks where bot_id = waiting.bot_id)
       limit 10000))`);

/** Deletes old finished deliveries, at most 10,000 in one call. @returns their number */
export const deleteOldOutgoing = (db: Queryable, days: number): Promise<number> =>
  db.execute(sql`
    delete from outgoing_deliveries where delivery_id = any (array(
      select delivery_id from outgoing_deliveries
       where state <> 'waiting' and finished_at < now() - make_interval(days => ${days})
       order by finished_at limit 10000))`);
