import { type Queryable, sql } from '@parley/db';
import type { ChannelId, UserId } from '@parley/rules';

/** A bot whose messages are sent to a program. */
export type OutgoingWebhook = {
  botId: UserId;
  url: string;
  /** 1: Zulip's format, 2: Slack's, 3: Slack's Events API, for apps. */
  interface: number;
  sealedToken: Buffer;
  sealedSecret: Buffer;
  triggerWords: string[];
  channelIds: ChannelId[];
  isEnabled: boolean;
  /** Kinds of events beyond messages that are sent, too. */
  events: string[];
};

const columns = sql`bot_id as "botId", url, interface, sealed_token as "sealedToken", sealed_secret as "sealedSecret",
  trigger_words as "triggerWords", channel_ids as "channelIds", is_enabled as "isEnabled", events`;

export const findOutgoing = (db: Queryable, botId: UserId): Promise<OutgoingWebhook | undefined> =>
  db.maybeOne(sql`select ${columns} from outgoing_webhooks where bot_id = ${botId}`);

/** Returns what makes messages go to programs, of all bots that are turned on, and when this was read by the clock of the database. */
export async function listOutgoing(db: Queryable): Promise<{
  bots: Pick<OutgoingWebhook, 'botId' | 'triggerWords' | 'channelIds' | 'events' | 'interface'>[];
  /** Microseconds since the Unix epoch. */
  readAtUs: number;
}> {
  // The time is that of the statement's start, before the snapshot in which it reads.
  const rows = await db.many<{
    readAtUs: number;
    botId: UserId | null;
    triggerWords: string[];
    channelIds: ChannelId[];
    events: string[];
    interface: number;
  }>(sql`
    select (extract(epoch from statement_timestamp()) * 1000000)::int8 as "readAtUs", bot_id as "botId",
           trigger_words as "triggerWords", channel_ids as "channelIds", events, interface
      from (select) as always left join outgoing_webhooks on is_enabled order by bot_id`);
  const bots = rows.flatMap(({ botId, ...each }) => (botId === null ? [] : [{ botId, ...each }]));
  return { bots, readAtUs: rows[0]?.readAtUs ?? 0 };
}

export type OutgoingChanges = Partial<
  Pick<OutgoingWebhook, 'url' | 'interface' | 'triggerWords' | 'channelIds' | 'isEnabled' | 'events'>
>;

/**
 * Changes where the messages of a bot are sent, or stores it.
 * @param fresh the token and secret of a bot that has none yet
 */
export const putOutgoing = (
  db: Queryable,
  botId: UserId,
  changes: OutgoingChanges,
  fresh: Pick<OutgoingWebhook, 'sealedToken' | 'sealedSecret'>,
): Promise<OutgoingWebhook> => {
  const { url, triggerWords, channelIds, isEnabled, events } = changes;
  return db.one(sql`
    insert into outgoing_webhooks as known
      (bot_id, url, interface, sealed_token, sealed_secret, trigger_words, channel_ids, is_enabled, events)
    values (${botId}, ${url ?? ''}, ${changes.interface ?? 1}, ${fresh.sealedToken}, ${fresh.sealedSecret},
      ${triggerWords ?? []}::text[], ${channelIds ?? []}::bigint[], ${isEnabled ?? true}, ${events ?? []}::text[])
    on conflict (bot_id) do update set
      url = coalesce(${url ?? null}::text, known.url),
      interface = coalesce(${changes.interface ?? null}::smallint, known.interface),
      trigger_words = coalesce(${triggerWords ?? null}::text[], known.trigger_words),
      channel_ids = coalesce(${channelIds ?? null}::bigint[], known.channel_ids),
      is_enabled = coalesce(${isEnabled ?? null}::boolean, known.is_enabled),
      events = coalesce(${events ?? null}::text[], known.events)
    returning ${columns}`);
};

/** Ends that the messages and events of a bot are sent anywhere. */
export async function removeOutgoing(db: Queryable, botId: UserId): Promise<void> {
  await db.execute(sql`delete from outgoing_webhooks where bot_id = ${botId}`);
}
