import { type Queryable, sql } from '@parley/db';
import type { MessageId, UserId } from '@parley/rules';

/** A command, press or submission of a person. */
export type PressRow = {
  pressId: number;
  /** 0 for a bot that is no app. */
  appId: number;
  /** The bot that is no app; 0 for apps. */
  botId: UserId;
  userId: UserId;
  clientId: string;
  /** JSON of a place. */
  place: string;
  messageId: MessageId;
  ephemeralId: string;
  answers: number;
  result: string;
  ageSeconds: number;
};

const columns = sql`press_id as "pressId", coalesce(app_id, 0) as "appId", coalesce(bot_id, 0) as "botId", user_id as "userId", client_id as "clientId", place,
  message_id as "messageId", ephemeral_id as "ephemeralId", answers, result,
  extract(epoch from now() - created_at)::int8 as "ageSeconds"`;

/** Stores a press. @returns undefined when the person has made it before */
export const insertPress = (
  db: Queryable,
  row: Pick<PressRow, 'appId' | 'botId' | 'userId' | 'clientId' | 'place' | 'messageId' | 'ephemeralId'> & {
    tokenSha256: Buffer;
  },
): Promise<PressRow | undefined> =>
  db.maybeOne(sql`
    insert into app_presses (app_id, bot_id, user_id, client_id, token_sha256, place, message_id, ephemeral_id)
    values (nullif(${row.appId}::int8, 0), nullif(${row.botId}::int8, 0), ${row.userId}, ${row.clientId}, ${row.tokenSha256}, ${row.place}, ${row.messageId}, ${row.ephemeralId})
    on conflict (user_id, client_id) do nothing returning ${columns}`);

/** Returns a press that a person has made before. */
export const findPress = (db: Queryable, userId: UserId, clientId: string): Promise<PressRow | undefined> =>
  db.maybeOne(sql`select ${columns} from app_presses where user_id = ${userId} and client_id = ${clientId}`);

export const findPressByToken = (db: Queryable, tokenSha256: Buffer): Promise<PressRow | undefined> =>
  db.maybeOne(sql`select ${columns} from app_presses where token_sha256 = ${tokenSha256}`);

/** Stores what became of a press. */
export async function finishPress(db: Queryable, pressId: number, result: string): Promise<void> {
  await db.execute(sql`update app_presses set result = ${result} where press_id = ${pressId}`);
}

/** Counts an answer. @returns false when there have been as many as are allowed */
export const countAnswer = async (db: Queryable, pressId: number, maxAnswers: number): Promise<boolean> =>
  (await db.execute(sql`
    update app_presses set answers = answers + 1 where press_id = ${pressId} and answers < ${maxAnswers}`)) >
  0;

/** Deletes what is older than a day: presses, forms, and controls of messages for one person. @returns the number of rows */
export async function deleteOldPresses(db: Queryable): Promise<number> {
  const presses = await db.execute(sql`
    delete from app_presses where press_id = any (array(
      select press_id from app_presses where created_at < now() - interval '1 day' order by created_at limit 10000))`);
  const views = await db.execute(sql`
    delete from app_views where view_id = any (array(
      select view_id from app_views where created_at < now() - interval '1 day' order by created_at limit 10000))`);
  const ephemerals = await db.execute(sql`
    delete from app_ephemerals where ephemeral_id = any (array(
      select ephemeral_id from app_ephemerals where created_at < now() - interval '1 day' order by created_at limit 10000))`);
  return presses + views + ephemerals;
}
