import { type Queryable, sql } from '@parley/db';
import type { UserId } from '@parley/rules';

/** A form that is open. */
export type ViewRow = {
  viewId: string;
  appId: number;
  userId: UserId;
  /** JSON of a stored view. */
  content: string;
  hash: string;
  /** JSON of a place. */
  place: string;
  /** How the app names the form itself; empty for not. */
  externalId: string;
  /** The form over which this one was opened; empty for none. */
  previousViewId: string;
  /** The lowest of the forms over each other; empty for this one. */
  rootViewId: string;
};

const columns = sql`view_id as "viewId", app_id as "appId", user_id as "userId", content, hash, place, external_id as "externalId",
  previous_view_id as "previousViewId", root_view_id as "rootViewId"`;
/** Maximum number of forms of one person. */
const maxOfPerson = 100;

/** Stores a form. The oldest ones of a person with too many are deleted. */
export async function insertView(db: Queryable, row: ViewRow): Promise<void> {
  await db.execute(sql`
    insert into app_views (view_id, app_id, user_id, content, hash, place, external_id, previous_view_id, root_view_id)
    values (${row.viewId}, ${row.appId}, ${row.userId}, ${row.content}, ${row.hash}, ${row.place}, ${row.externalId},
      ${row.previousViewId}, ${row.rootViewId})`);
  await db.execute(sql`
    delete from app_views where view_id = any (array(
      select view_id from app_views where user_id = ${row.userId} order by created_at desc offset ${maxOfPerson}))`);
}

/** Returns an open form; undefined when there is none. */
export const findView = (db: Queryable, viewId: string): Promise<ViewRow | undefined> =>
  db.maybeOne(sql`select ${columns} from app_views where view_id = ${viewId}`);

/** Returns the newest form that an app has given a name; undefined when there is none. */
export const findViewByName = (
  db: Queryable,
  appId: number,
  externalId: string,
): Promise<ViewRow | undefined> =>
  db.maybeOne(sql`
    select ${columns} from app_views where app_id = ${appId} and external_id = ${externalId} and external_id <> ''
     order by created_at desc limit 1`);

/** Returns the newest form of a person with an app; undefined when there is none. */
export const findNewestView = (db: Queryable, appId: number, userId: UserId): Promise<ViewRow | undefined> =>
  db.maybeOne(sql`
    select ${columns} from app_views where app_id = ${appId} and user_id = ${userId} order by created_at desc limit 1`);

/** Replaces a form. @returns undefined when there is no such form, or it has another hash than the expected one */
export const updateView = (
  db: Queryable,
  viewId: string,
  {
    content,
    hash,
    externalId,
    expectedHash,
  }: { content: string; hash: string; externalId: string; expectedHash: string | undefined },
): Promise<ViewRow | undefined> =>
  db.maybeOne(sql`
    update app_views set content = ${content}, hash = ${hash}, external_id = ${externalId}
     where view_id = ${viewId} and (${expectedHash ?? null}::text is null or hash = ${expectedHash ?? null}::text)
     returning ${columns}`);

/** Deletes a form and all that are over or below it. @returns their IDs */
export const deleteViewsWith = async (db: Queryable, viewId: string, userId: UserId): Promise<string[]> =>
  (
    await db.many<{ viewId: string }>(sql`
      delete from app_views as deleted using app_views as chosen
       where chosen.view_id = ${viewId} and deleted.user_id = ${userId} and chosen.user_id = ${userId}
         and coalesce(nullif(deleted.root_view_id, ''), deleted.view_id) = coalesce(nullif(chosen.root_view_id, ''), chosen.view_id)
       returning deleted.view_id as "viewId"`)
  ).map((row) => row.viewId);

/** Deletes a form. */
export async function deleteView(db: Queryable, viewId: string): Promise<void> {
  await db.execute(sql`delete from app_views where view_id = ${viewId}`);
}

/** Controls of a message for one person. */
export type EphemeralRow = {
  ephemeralId: string;
  /** 0 for a bot that is no app. */
  appId: number;
  /** The bot that is no app; 0 for apps. */
  botId: UserId;
  userId: UserId;
  place: string;
  /** JSON of blocks. */
  blocks: string;
};

/** Stores the controls of a message for one person, or replaces them. */
export async function putEphemeral(db: Queryable, row: EphemeralRow): Promise<void> {
  await db.execute(sql`
    insert into app_ephemerals (ephemeral_id, app_id, bot_id, user_id, place, blocks)
    values (${row.ephemeralId}, nullif(${row.appId}::int8, 0), nullif(${row.botId}::int8, 0), ${row.userId}, ${row.place}, ${row.blocks})
    on conflict (ephemeral_id) do update set blocks = excluded.blocks`);
}

/** Returns the controls of a message for one person; undefined when there are none. */
export const findEphemeral = (db: Queryable, ephemeralId: string): Promise<EphemeralRow | undefined> =>
  db.maybeOne(sql`
    select ephemeral_id as "ephemeralId", coalesce(app_id, 0) as "appId", coalesce(bot_id, 0) as "botId", user_id as "userId", place, blocks
      from app_ephemerals where ephemeral_id = ${ephemeralId}`);
