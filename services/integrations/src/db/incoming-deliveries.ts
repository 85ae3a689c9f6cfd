import { type Queryable, sql } from '@parley/db';
import type { MessageId, UserId } from '@parley/rules';

/**
 * What became of a request: a message, nothing on purpose (`ignored`: the integration says so, `filtered`: the address does not want the event),
 * or an error. `unverified`: the sender did not prove that it knows the secret.
 */
export type IncomingState = 'sent' | 'ignored' | 'filtered' | 'refused' | 'unverified';

export type NewIncomingDelivery = {
  botId: UserId;
  integration: string;
  query: string;
  /** JSON object. */
  headers: string;
  body: Uint8Array;
  state: IncomingState;
  detail: string;
  event: string;
  status: number;
  messageId: MessageId | null;
};

export type IncomingDelivery = Omit<NewIncomingDelivery, 'body'> & {
  deliveryId: number;
  receivedAt: number;
  /** Null when it was too large to be kept. */
  body: Buffer | null;
  bodyBytes: number;
};

/** Largest body that is kept, in bytes. */
const maxKeptBody = 64 * 1024;
/** Deliveries of a bot that are kept, at least. */
const keptPerBot = 200;

const columns = sql`delivery_id as "deliveryId", bot_id as "botId", integration, query, headers, body,
  body_bytes as "bodyBytes", state, detail, event, status, message_id as "messageId",
  extract(epoch from received_at)::int8 as "receivedAt"`;

/**
 * Stores requests and what became of them. Now and then, deletes those of a bot that are too many.
 * @returns their IDs, in the same order
 */
export async function insertIncomingDeliveries(
  db: Queryable,
  rows: readonly NewIncomingDelivery[],
): Promise<number[]> {
  const each = <T>(read: (row: NewIncomingDelivery) => T): T[] => rows.map(read);
  const kept = ({ body }: NewIncomingDelivery) => (body.length <= maxKeptBody ? Buffer.from(body) : null);
  const inserted = await db.many<{ deliveryId: number; botId: UserId }>(sql`
    insert into incoming_deliveries
      (bot_id, integration, query, headers, body, body_bytes, state, detail, event, status, message_id)
    select bot_id, integration, query, headers, body, body_bytes, state, detail, event, status, message_id
      from unnest(${each((row) => row.botId)}::int8[], ${each((row) => row.integration)}::text[],
                  ${each((row) => row.query)}::text[], ${each((row) => row.headers)}::text[],
                  ${each(kept)}::bytea[], ${each((row) => row.body.length)}::int4[],
                  ${each((row) => row.state)}::text[], ${each((row) => row.detail)}::text[],
                  ${each((row) => row.event)}::text[], ${each((row) => row.status)}::int2[],
                  ${each((row) => row.messageId)}::int8[]) with ordinality
             as r (bot_id, integration, query, headers, body, body_bytes, state, detail, event, status, message_id, n)
     order by n
    returning delivery_id as "deliveryId", bot_id as "botId"`);
  for (const { deliveryId, botId } of inserted) {
    if (deliveryId % 50 !== 0) continue;
    await db.execute(sql`
      delete from incoming_deliveries where bot_id = ${botId} and delivery_id <= (
        select delivery_id from incoming_deliveries where bot_id = ${botId}
         order by delivery_id desc offset ${keptPerBot} limit 1)`);
  }
  return inserted.map(({ deliveryId }) => deliveryId);
}

/** Returns requests of a bot's tools, newest first. @param before only those with a lower ID; 0 for all */
export const listIncomingDeliveries = (
  db: Queryable,
  botId: UserId,
  { before, state, limit }: { before: number; state: string; limit: number },
): Promise<IncomingDelivery[]> =>
  db.many(sql`
    select ${columns} from incoming_deliveries
     where bot_id = ${botId} and (${before} = 0 or delivery_id < ${before}) and (${state} = '' or state = ${state})
     order by delivery_id desc limit ${limit}`);

/** Returns a request of a bot's tool; undefined when there is none. */
export const findIncomingDelivery = (
  db: Queryable,
  botId: UserId,
  deliveryId: number,
): Promise<IncomingDelivery | undefined> =>
  db.maybeOne(
    sql`select ${columns} from incoming_deliveries where bot_id = ${botId} and delivery_id = ${deliveryId}`,
  );

/** Deletes old requests, at most 10,000 in one call. @returns their number */
export const deleteOldIncoming = (db: Queryable, days: number): Promise<number> =>
  db.execute(sql`
    delete from incoming_deliveries where delivery_id = any (array(
      select delivery_id from incoming_deliveries where received_at < now() - make_interval(days => ${days})
       order by received_at limit 10000))`);
