import { type Queryable, sql, type Tx } from '@parley/db';
import type { ChannelId, UserId } from '@parley/rules';

/** An installed app. */
export type AppRow = {
  appId: number;
  botId: UserId;
  /** JSON of a manifest. */
  manifest: string;
  sealedToken: Buffer;
  sealedSecret: Buffer;
  isEnabled: boolean;
  /** Null for all channels. */
  channelIds: ChannelId[] | null;
  installedBy: number;
  createdAt: number;
};

const columns = sql`app_id as "appId", bot_id as "botId", manifest, sealed_token as "sealedToken", sealed_secret as "sealedSecret",
  is_enabled as "isEnabled", channel_ids as "channelIds", installed_by as "installedBy",
  extract(epoch from created_at)::int8 as "createdAt"`;

/** Maximum number of apps of an organization. */
export const maxApps = 500;

export const listApps = (db: Queryable): Promise<AppRow[]> =>
  db.many(sql`select ${columns} from apps order by app_id limit ${maxApps}`);

export const findApp = (db: Queryable, appId: number): Promise<AppRow | undefined> =>
  db.maybeOne(sql`select ${columns} from apps where app_id = ${appId}`);

export const findAppOfBot = (db: Queryable, botId: UserId): Promise<AppRow | undefined> =>
  db.maybeOne(sql`select ${columns} from apps where bot_id = ${botId}`);

export const findAppByToken = (db: Queryable, tokenSha256: Buffer): Promise<AppRow | undefined> =>
  db.maybeOne(sql`select ${columns} from apps where token_sha256 = ${tokenSha256}`);

export const findAppOfCommand = (db: Queryable, name: string): Promise<AppRow | undefined> =>
  db.maybeOne(
    sql`select ${columns} from apps where app_id = (select app_id from app_commands where name = ${name})`,
  );

type Credentials = { tokenSha256: Buffer; sealedToken: Buffer; sealedSecret: Buffer };

/** Stores a new app. */
export const insertApp = (
  tx: Tx,
  row: Pick<AppRow, 'botId' | 'manifest' | 'channelIds' | 'installedBy'> & Credentials,
): Promise<AppRow> =>
  tx.one(sql`
    insert into apps (bot_id, manifest, token_sha256, sealed_token, sealed_secret, channel_ids, installed_by)
    values (${row.botId}, ${row.manifest}, ${row.tokenSha256}, ${row.sealedToken}, ${row.sealedSecret},
      ${row.channelIds}::bigint[], ${row.installedBy})
    returning ${columns}`);

export type AppChanges = {
  manifest?: string | undefined;
  isEnabled?: boolean | undefined;
  channelIds?: ChannelId[] | null | undefined;
};

/** Changes an app. @returns undefined when there is no such app */
export const updateApp = (
  tx: Tx,
  appId: number,
  { manifest, isEnabled, channelIds }: AppChanges,
): Promise<AppRow | undefined> =>
  tx.maybeOne(sql`
    update apps set manifest = coalesce(${manifest ?? null}::text, manifest),
           is_enabled = coalesce(${isEnabled ?? null}::boolean, is_enabled),
           channel_ids = case when ${channelIds !== undefined} then ${channelIds ?? null}::bigint[] else channel_ids end
     where app_id = ${appId} returning ${columns}`);

/** Gives an app a new token and secret. */
export const renewCredentials = (
  tx: Tx,
  appId: number,
  { tokenSha256, sealedToken, sealedSecret }: Credentials,
): Promise<AppRow | undefined> =>
  tx.maybeOne(sql`
    update apps set token_sha256 = ${tokenSha256}, sealed_token = ${sealedToken}, sealed_secret = ${sealedSecret}
     where app_id = ${appId} returning ${columns}`);

/** Deletes an app with everything that belongs to it. */
export async function deleteApp(tx: Tx, appId: number): Promise<void> {
  await tx.execute(sql`delete from apps where app_id = ${appId}`);
}

/** Gives the commands of an app new names. @returns a name that another app has; undefined when all are free */
export async function putCommands(
  tx: Tx,
  appId: number,
  names: readonly string[],
): Promise<string | undefined> {
  await tx.execute(
    sql`delete from app_commands where app_id = ${appId} and name <> all (${[...names]}::text[])`,
  );
  await tx.execute(sql`
    insert into app_commands (name, app_id) select name, ${appId} from unnest(${[...names]}::text[]) as n (name)
    on conflict (name) do nothing`);
  const taken = await tx.maybeOne<{ name: string }>(sql`
    select name from app_commands where name = any (${[...names]}::text[]) and app_id <> ${appId} limit 1`);
  return taken?.name;
}
