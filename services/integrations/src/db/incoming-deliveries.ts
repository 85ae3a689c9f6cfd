import { type Queryable, sql } from '@parley/db';

/**
 * What became of a request: a message, nothing on purpose (`ignored`: the integration says so, `filtered`: the address does not want the event),
 * or an error. `unverified`: the sender did not prove that it knows the secret.
 */
export type IncomingState = 'sent' | 'ignored' | 'filtered' | 'refused' | 'unverified';

export type NewIncomingDelivery = {
  botId: number;
  integration: string;
  query: string;
  /** JSON object. */
  headers: string;
  body: Uint8Array;
  state: IncomingState;
  detail: string;
  event: string;
  status: number;
  messageId: number | null;
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

/** Stores a request and what became of it. Now and then, deletes those of the bot that are too many. */
export async function insertIncomingDelivery(db: Queryable, row: NewIncomingDelivery): Promise<number> {
  const body = row.body.length <= maxKeptBody ? Buffer.from(row.body) : null;
  const { deliveryId } = await db.one<{ deliveryId: number }>(sql`
    insert into incoming_deliveries
      (bot_id, integration, query, headers, body, body_bytes, state, detail, event, status, message_id)
    values (${row.botId}, ${row.integration}, ${row.query}, ${row.headers}, ${body}, ${row.body.length}, ${row.state},
      ${row.detail}, ${row.event}, ${row.status}, ${row.messageId})
    returning delivery_id as "deliveryId"`);
  if (deliveryId % 50 === 0) {
    await db.execute(sql`
      delete from incoming_deliveries where bot_id = ${row.botId} and delivery_id <= (
        select delivery_id from incoming_deliveries where bot_id = ${row.botId}
         order by delivery_id desc offset ${keptPerBot} limit 1)`);
  }
  return deliveryId;
}

/** Returns requests of a bot's tools, newest first. @param before only those with a lower ID; 0 for all */
export const listIncomingDeliveries = (
  db: Queryable,
  botId: number,
  { before, state, limit }: { before: number; state: string; limit: number },
): Promise<IncomingDelivery[]> =>
  db.many(sql`
    select ${columns} from incoming_deliveries
     where bot_id = ${botId} and (${before} = 0 or delivery_id < ${before}) and (${state} = '' or state = ${state})
     order by delivery_id desc limit ${limit}`);

/** Returns a request of a bot's tool; undefined when there is none. */
export const findIncomingDelivery = (
  db: Queryable,
  botId: number,
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
