import { type Queryable, sql } from '@parley/db';
import type { ChannelId, UserId } from '@parley/rules';

/** An address at which a tool posts as a bot. */
export type IncomingWebhook = {
  webhookId: number;
  botId: UserId;
  integration: string;
  channelId: ChannelId | null;
  topic: string;
  sealedToken: Buffer;
  sealedSecret: Buffer | null;
  isEnabled: boolean;
  allowsOverride: boolean;
  /** Empty for none. */
  template: string;
  createdAt: number;
};

const columns = sql`webhook_id as "webhookId", bot_id as "botId", integration, channel_id as "channelId", topic,
  sealed_token as "sealedToken", sealed_secret as "sealedSecret", is_enabled as "isEnabled",
  allows_override as "allowsOverride", template, extract(epoch from created_at)::int8 as "createdAt"`;

export const findByToken = (db: Queryable, tokenSha256: Buffer): Promise<IncomingWebhook | undefined> =>
  db.maybeOne(sql`select ${columns} from incoming_webhooks where token_sha256 = ${tokenSha256}`);

/** Returns the address of a bot for an integration; undefined when there is none. */
export const findByIntegration = (
  db: Queryable,
  botId: UserId,
  integration: string,
): Promise<IncomingWebhook | undefined> =>
  db.maybeOne(
    sql`select ${columns} from incoming_webhooks where bot_id = ${botId} and integration = ${integration}`,
  );

/** What names the stored settings of an address in Zulip's form. */
export type Address = { botId: UserId; integration: string };

/** Returns the same for several addresses, in their order. */
export async function findByIntegrations(
  db: Queryable,
  addresses: readonly Address[],
): Promise<(IncomingWebhook | undefined)[]> {
  const found = await db.many<IncomingWebhook>(sql`
    select ${columns} from incoming_webhooks
     where (bot_id, integration) in (
       select * from unnest(${addresses.map(({ botId }) => botId)}::int8[],
                            ${addresses.map(({ integration }) => integration)}::text[]))`);
  return addresses.map(({ botId, integration }) =>
    found.find((row) => row.botId === botId && row.integration === integration),
  );
}

/** Returns an address of a bot; undefined when there is no such address. */
export const findIncoming = (
  db: Queryable,
  botId: UserId,
  webhookId: number,
): Promise<IncomingWebhook | undefined> =>
  db.maybeOne(
    sql`select ${columns} from incoming_webhooks where bot_id = ${botId} and webhook_id = ${webhookId}`,
  );

/** Returns the addresses of a bot. There is at most one for each integration. */
export const listIncoming = (db: Queryable, botId: UserId): Promise<IncomingWebhook[]> =>
  db.many(
    sql`select ${columns} from incoming_webhooks where bot_id = ${botId} order by webhook_id limit 500`,
  );

/** Stores a new address. @returns undefined when the bot has one for the integration */
export const insertIncoming = (
  db: Queryable,
  row: Pick<IncomingWebhook, 'botId' | 'integration' | 'sealedToken'> & { tokenSha256: Buffer },
): Promise<IncomingWebhook | undefined> =>
  db.maybeOne(sql`
    insert into incoming_webhooks (bot_id, integration, token_sha256, sealed_token)
    values (${row.botId}, ${row.integration}, ${row.tokenSha256}, ${row.sealedToken})
    on conflict (bot_id, integration) do nothing
    returning ${columns}`);

export type IncomingChanges = Partial<
  Pick<IncomingWebhook, 'channelId' | 'topic' | 'sealedSecret' | 'isEnabled' | 'allowsOverride' | 'template'>
>;

/** Changes an address of a bot. @returns undefined when there is no such address */
export const updateIncoming = (
  db: Queryable,
  botId: UserId,
  webhookId: number,
  changes: IncomingChanges,
): Promise<IncomingWebhook | undefined> => {
  const { channelId, topic, sealedSecret, isEnabled, allowsOverride, template } = changes;
  return db.maybeOne(sql`
    update incoming_webhooks
       set channel_id = case when ${channelId !== undefined} then ${channelId ?? null}::bigint else channel_id end,
           topic = coalesce(${topic ?? null}::text, topic),
           sealed_secret =
             case when ${sealedSecret !== undefined} then ${sealedSecret ?? null}::bytea else sealed_secret end,
           is_enabled = coalesce(${isEnabled ?? null}::boolean, is_enabled),
           template = coalesce(${template ?? null}::text, template),
           allows_override = coalesce(${allowsOverride ?? null}::boolean, allows_override)
     where bot_id = ${botId} and webhook_id = ${webhookId}
     returning ${columns}`);
};

/** Deletes an address of a bot. @returns its integration; undefined when there is no such address */
export const deleteIncoming = async (
  db: Queryable,
  botId: UserId,
  webhookId: number,
): Promise<string | undefined> =>
  (
    await db.maybeOne<{ integration: string }>(sql`
      delete from incoming_webhooks where bot_id = ${botId} and webhook_id = ${webhookId} returning integration`)
  )?.integration;

/** Gives the addresses of a bot that were made until a time new tokens, so that the former addresses end. */
export async function rotateTokens(
  db: Queryable,
  botId: UserId,
  until: Date,
  next: () => { tokenSha256: Buffer; sealedToken: Buffer },
): Promise<void> {
  for (const { webhookId } of await listIncoming(db, botId)) {
    const { tokenSha256, sealedToken } = next();
    await db.execute(sql`
      update incoming_webhooks set token_sha256 = ${tokenSha256}, sealed_token = ${sealedToken}
       where webhook_id = ${webhookId} and created_at <= ${until}`);
  }
}
