import { errors, firstItem, itemAt, required } from '@parley/core';
import { type Db, type Query, type Queryable, sql, type Tx, uniqueViolation } from '@parley/db';
import type { ChannelId, MessageId, UserId } from '@parley/rules';
import type { ReactionEmoji } from '../../domain/changing/emoji.ts';
import { flagBits } from '../../domain/changing/flags.ts';
import type { EditEntry } from '../../domain/changing/history.ts';
import { chooseIds, importRange, secondOf } from '../../domain/import-range.ts';
import { maxPins } from '../../domain/limits.ts';
import { memberHash } from '../../domain/sending/recipients.ts';
import { deleteMessages } from '../changing/deletions.ts';
import { insertImportedPins, pinnedAmong } from '../changing/pins.ts';
import type { NewContent } from '../messages.ts';

/** A message of another server, ready to be stored. */
export type ImportedRow = Omit<NewContent, 'topicParticipantIds'> & {
  sendKey: string;
  /** The ID that was chosen before; 0 for none. */
  plannedId: number;
  senderId: UserId;
  channelId: ChannelId | undefined;
  conversationId: number | undefined;
  topic: string;
  /** The origin or conversation. */
  originId: number;
  sentAtMs: number;
  client: string;
  lastEditedAt: number | undefined;
  lastMovedAt: number | undefined;
  /** The newest first. */
  editHistory: readonly EditEntry[];
  personalFlags: readonly { userId: UserId; flags: number }[];
  reactions: readonly { userId: UserId; emoji: ReactionEmoji; reactedAtMs: number }[];
  /** The first submessage of a poll or to-do list. */
  widget: string | undefined;
  /** Only of a message in a channel. The person is 0 when unknown. */
  pin: { userId: UserId; pinnedAtMs: number } | undefined;
};

/**
 * Takes the lock of imported messages, which sends do not need: alone to choose IDs, or beside other transactions that store messages
 * whose IDs were chosen before.
 */
async function lockImportedIds(tx: Tx, isAlone: boolean): Promise<void> {
  await tx.execute(
    isAlone
      ? sql`select pg_advisory_xact_lock(7305806, 1)`
      : sql`select pg_advisory_xact_lock_shared(7305806, 1)`,
  );
}

/** IDs must be chosen, for which the transaction has to be the only one. */
class MustBeAlone extends Error {}

/** An import, and whether its messages are expected not to be stored yet. */
type ImportOf = { importId: number; areNew: boolean };

type Inserted = { id: number; isNew: boolean; isInserted: boolean; isPinned: boolean };

/**
 * Stores imported messages in a transaction of their own, beside others where their IDs were chosen before. Where such an ID was taken
 * meanwhile, everything is stored again by the only transaction that stores: two that choose would wait for each other. Messages that
 * are new are stored without a look for each: where one is not, or its ID was taken, everything is stored again with it.
 * @param then what belongs to the same transaction
 */
export async function storeImported(
  db: Db,
  { importId, areNew }: ImportOf,
  rows: readonly ImportedRow[],
  then: (tx: Tx, inserted: readonly Inserted[]) => Promise<void> = async () => undefined,
): Promise<Inserted[]> {
  const store = (isAlone: boolean, expectsNew = false) =>
    db.tx(
      async (tx) => {
        const inserted = await insertImported(tx, { importId, areNew: expectsNew }, rows, isAlone);
        await then(tx, inserted);
        return inserted;
      },
      { isIdempotent: true },
    );
  const arePlanned = rows.every(isPlanned);
  if (areNew && arePlanned) {
    try {
      return await store(false, true);
    } catch (error) {
      if (uniqueViolation(error) === undefined) throw error;
    }
  }
  try {
    return await store(!arePlanned);
  } catch (error) {
    if (error instanceof MustBeAlone) return store(true);
    throw error;
  }
}

/** Returns whether there is an imported message. */
export async function hasImported(db: Queryable): Promise<boolean> {
  const { isThere } = await db.one<{ isThere: boolean }>(sql`
    select exists (select from messages where import_id is not null) as "isThere"`);
  return isThere;
}

/** Returns whether all messages that were sent have IDs above those of imported ones. */
export async function isImportRangeFree(db: Queryable): Promise<boolean> {
  const { free } = await db.one<{ free: boolean }>(sql`
    select ${begunAbove()} and not exists (
      select from messages where id < ${importRange.to}::int8 and import_id is null) as free from message_ids`);
  return free;
}

/** The condition on the sequence that the next message gets an ID above imported ones. */
const begunAbove = () => sql`last_value >= ${importRange.to - 1}::int8`;

/**
 * Stores imported messages with their reactions and flags, without events. Messages whose send key exists are skipped.
 * @returns the IDs in the given order, whether this import brought each message, whether this call did, and whether it is pinned
 */
async function insertImported(
  tx: Tx,
  { importId, areNew }: ImportOf,
  rows: readonly ImportedRow[],
  isAlone: boolean,
): Promise<Inserted[]> {
  const given = [...new Map(rows.map((row) => [row.sendKey, row])).values()];
  const planned = given.filter(isPlanned);
  // Sent together: what exists is looked up after the lock was taken.
  const [, , inserted] = await Promise.all([
    lockImportedIds(tx, isAlone),
    refuseBelow(tx),
    insertRows(tx, { importId, areNew }, planned, (row) => row.plannedId),
  ]);
  const left = given.filter(({ sendKey }) => !inserted.has(sendKey));
  const known = await knownBySendKeys(
    tx,
    left.map(({ sendKey }) => sendKey),
  );
  // Those without a plan, and those whose IDs were taken meanwhile.
  const others = left.filter(({ sendKey }) => !known.has(sendKey));
  if (others.length > 0) {
    if (!isAlone) throw new MustBeAlone();
    const chosen = await chooseFree(
      tx,
      others.map(({ sentAtMs }) => sentAtMs),
    );
    const ids = new Map(others.map(({ sendKey }, at) => [sendKey, itemAt(chosen, at)]));
    const idOf = ({ sendKey }: ImportedRow) => required(ids.get(sendKey), 'ID that was chosen');
    for (const each of await insertRows(tx, { importId, areNew: false }, others, idOf)) inserted.set(...each);
  }
  const fresh = given.filter(({ sendKey }) => inserted.has(sendKey));
  const ids = fresh.map(({ sendKey }) =>
    required(inserted.get(sendKey), 'ID of a message that was inserted'),
  );
  await Promise.all([
    insertReactions(tx, fresh, ids),
    insertFlags(tx, fresh, ids),
    insertWidgets(tx, fresh, ids),
    insertPins(tx, fresh, ids),
  ]);
  const placed = rows.map(({ sendKey }) => {
    const there = known.get(sendKey);
    // A repeated call gets the answer of the first one, so that an import that was interrupted counts right.
    return there
      ? { id: there.id, isNew: there.importId === importId, isInserted: false }
      : {
          id: required(inserted.get(sendKey), 'ID of a message that was inserted'),
          isNew: true,
          isInserted: true,
        };
  });
  const wanted = placed.flatMap(({ id }, at) => (itemAt(rows, at).pin ? [id] : []));
  const pinned = wanted.length === 0 ? new Set<number>() : await pinnedAmong(tx, wanted);
  return placed.map((each) => ({ ...each, isPinned: pinned.has(each.id) }));
}

/** Whether an ID was chosen for a message before, of those that imported messages have. */
const isPlanned = ({ plannedId }: ImportedRow): boolean =>
  plannedId >= importRange.from && plannedId < importRange.to;

/**
 * Chooses IDs of messages that are stored later. Messages that exist keep theirs.
 * @param areNew whether none can exist. If one does, it keeps its ID when it is stored again
 */
export async function planImported(
  db: Queryable,
  messages: readonly { sendKey: string; sentAtMs: number }[],
  reservedIds: readonly number[],
  areNew = false,
): Promise<{ messageId: MessageId; isKnown: boolean }[]> {
  const sendKeys = areNew ? [] : messages.map(({ sendKey }) => sendKey);
  const known = await knownBySendKeys(db, sendKeys);
  const fresh = [
    ...new Map(
      messages.filter(({ sendKey }) => !known.has(sendKey)).map((each) => [each.sendKey, each]),
    ).values(),
  ];
  const chosen = await chooseFree(
    db,
    fresh.map(({ sentAtMs }) => sentAtMs),
    new Set(reservedIds),
  );
  const ids = new Map(fresh.map(({ sendKey }, at) => [sendKey, itemAt(chosen, at)]));
  return messages.map(({ sendKey }) => {
    const there = known.get(sendKey);
    return there
      ? { messageId: there.id, isKnown: true }
      : { messageId: required(ids.get(sendKey), 'ID that was planned'), isKnown: false };
  });
}

async function insertPins(tx: Tx, rows: readonly ImportedRow[], ids: readonly MessageId[]): Promise<void> {
  const pins = rows.flatMap(({ pin, channelId }, at) =>
    pin && channelId !== undefined ? [{ ...pin, channelId, messageId: itemAt(ids, at) }] : [],
  );
  if (pins.length > 0) await insertImportedPins(tx, pins, maxPins);
}

/**
 * Refuses an import whose admission is out of date: where messages begin may have changed since. From the first imported message on it
 * stays (migration 0031).
 */
async function refuseBelow(tx: Tx): Promise<void> {
  const { isAbove } = await tx.one<{ isAbove: boolean }>(
    sql`select ${begunAbove()} as "isAbove" from message_ids`,
  );
  if (!isAbove) {
    throw errors.badRequest(
      'Messages get IDs below those of imported ones here, so nothing can be imported.',
    );
  }
}

async function knownBySendKeys(
  tx: Queryable,
  sendKeys: readonly string[],
): Promise<Map<string, { id: number; importId: number | null }>> {
  if (sendKeys.length === 0) return new Map();
  const rows = await tx.many<{ key: string; id: number; importId: number | null }>(sql`
    select m.send_key as key, m.id, m.import_id as "importId"
      from unnest(${sendKeys}::uuid[]) g (key)
      cross join lateral (select send_key, id, import_id from messages where send_key = g.key limit 1) m`);
  return new Map(rows.map(({ key, ...row }) => [key, row]));
}

type MessagePlace = { messageId: MessageId; channelId: ChannelId; topic: string; memberIds: UserId[] };

export async function placesBySendKeys(
  db: Queryable,
  sendKeys: readonly string[],
): Promise<Map<string, MessagePlace>> {
  const rows = await placesWhere(db, sql`m.send_key = any(${sendKeys}::uuid[])`);
  return new Map(rows.map(({ key, ...row }) => [key, row]));
}

/** Returns messages with their places, by ID. */
export async function placesByIds(
  db: Queryable,
  messageIds: readonly MessageId[],
): Promise<Map<number, MessagePlace>> {
  if (messageIds.length === 0) return new Map();
  const rows = await placesWhere(db, sql`m.id = any(${messageIds}::int8[])`);
  return new Map(rows.map(({ key: _key, ...row }) => [row.messageId, row]));
}

const placesWhere = (db: Queryable, condition: Query): Promise<(MessagePlace & { key: string })[]> =>
  db.many(sql`
    select m.send_key as key, m.id as "messageId", coalesce(m.channel_id, 0) as "channelId", m.topic,
           coalesce((select c.member_ids from direct_conversations c where c.conversation_id = m.conversation_id), '{}')
             as "memberIds"
      from messages m where ${condition}`);

/** Chooses free IDs. Reads the IDs that exist in the seconds of the messages, and in those into which they flow over. */
async function chooseFree(
  tx: Queryable,
  times: readonly number[],
  reserved: ReadonlySet<number> = new Set(),
): Promise<number[]> {
  const existing = new Set(reserved);
  const read = new Set<number>();
  let missing = [...new Set(times.map(secondOf))];
  for (;;) {
    const rows = await tx.many<{ id: number }>(sql`
      select m.id from unnest(${missing}::int8[]) s (second)
        join lateral (select id from messages where id >= s.second * 1000 and id < (s.second + 1) * 1000) m on true`);
    for (const { id } of rows) existing.add(id);
    for (const second of missing) read.add(second);
    const chosen = chooseIds(times, new Set(existing));
    missing = [...new Set(chosen.map(secondOf))].filter((second) => !read.has(second));
    if (missing.length === 0) return chosen;
  }
}

/**
 * Stores messages, except those whose send keys or IDs exist. Returns the IDs of those that were stored, by their send keys.
 * @throws where they are expected to be new, but one is not
 */
async function insertRows(
  tx: Tx,
  { importId, areNew }: ImportOf,
  rows: readonly ImportedRow[],
  idOf: (row: ImportedRow) => number,
): Promise<Map<string, number>> {
  if (rows.length === 0) return new Map();
  const column = <K extends keyof ImportedRow>(name: K) => rows.map((row) => row[name] ?? null);
  const { rendererVersion } = firstItem(rows);
  const inserted = await tx.many<{ id: number; key: string }>(sql`
    insert into messages (id, sender_id, channel_id, conversation_id, topic, origin_id, origin_channel_id, content,
      rendered_content, renderer_version, sent_at, client, send_key, read_by_sender, is_me, mentions_channel,
      mentions_topic, has_link, has_image, has_attachment, last_edited_at, last_moved_at, edit_history, import_id)
    select g.id, g.sender_id, g.channel_id, g.conversation_id, g.topic,
           -- Negative: read by all from the start.
           -g.origin_id, g.channel_id, g.content, g.rendered_content, ${rendererVersion}::int,
           to_timestamp(g.sent_at), g.client, g.send_key, true, g.bits & 2 <> 0, g.bits & 4 <> 0, g.bits & 8 <> 0,
           g.bits & 16 <> 0, g.bits & 32 <> 0, g.bits & 64 <> 0, to_timestamp(g.edited_at), to_timestamp(g.moved_at),
           g.history::jsonb, ${importId}::int8
      from unnest(${rows.map(idOf)}::int8[], ${column('senderId')}::int8[], ${column('channelId')}::int8[],
        ${column('conversationId')}::int8[], ${column('topic')}::text[], ${column('originId')}::int8[],
        ${column('content')}::text[], ${column('renderedContent')}::text[],
        ${rows.map(({ sentAtMs }) => Math.floor(sentAtMs / 1_000))}::int8[], ${column('client')}::text[],
        ${column('sendKey')}::uuid[], ${rows.map(packed)}::int[], ${column('lastEditedAt')}::int8[],
        ${column('lastMovedAt')}::int8[],
        ${rows.map(({ editHistory }) => (editHistory.length === 0 ? null : JSON.stringify(editHistory)))}::text[]
      ) as g (id, sender_id, channel_id, conversation_id, topic, origin_id, content, rendered_content,
        sent_at, client, send_key, bits, edited_at, moved_at, history)
    ${areNew ? sql`` : sql`on conflict do nothing`} returning id, send_key as key`);
  return new Map(inserted.map(({ id, key }) => [key, id]));
}

const packed = (row: ImportedRow): number =>
  (row.isMe ? 2 : 0) |
  (row.mentionsChannel ? 4 : 0) |
  (row.mentionsTopic ? 8 : 0) |
  (row.hasLink ? 16 : 0) |
  (row.hasImage ? 32 : 0) |
  (row.hasAttachment ? 64 : 0);

async function insertReactions(
  tx: Tx,
  rows: readonly ImportedRow[],
  ids: readonly MessageId[],
): Promise<void> {
  const all = rows.flatMap(({ reactions }, at) =>
    reactions.map((each) => ({ id: itemAt(ids, at), ...each })),
  );
  if (all.length === 0) return;
  await tx.execute(sql`
    insert into reactions (message_id, user_id, reaction_type, emoji_code, emoji_name, reacted_at)
    select message_id, user_id, type, code, name, to_timestamp(at / 1000.0)
      from unnest(${all.map(({ id }) => id)}::int8[], ${all.map(({ userId }) => userId)}::int8[],
        ${all.map(({ emoji }) => emoji.type)}::text[], ${all.map(({ emoji }) => emoji.code)}::text[],
        ${all.map(({ emoji }) => emoji.name)}::text[], ${all.map(({ reactedAtMs }) => Math.floor(reactedAtMs))}::int8[])
        as g (message_id, user_id, type, code, name, at)
    on conflict do nothing`);
}

async function insertFlags(tx: Tx, rows: readonly ImportedRow[], ids: readonly MessageId[]): Promise<void> {
  const all = rows.flatMap(({ personalFlags }, at) =>
    personalFlags.map((each) => ({ id: itemAt(ids, at), ...each })),
  );
  if (all.length === 0) return;
  await tx.execute(sql`
    insert into personal_flags (user_id, message_id, flags)
    select user_id, message_id, bit_or(flags)
      from unnest(${all.map(({ userId }) => userId)}::int8[], ${all.map(({ id }) => id)}::int8[],
        ${all.map(({ flags }) => flags)}::int[]) as g (user_id, message_id, flags)
     group by user_id, message_id
    on conflict (user_id, message_id) do update set flags = personal_flags.flags | excluded.flags`);
}

async function insertWidgets(tx: Tx, rows: readonly ImportedRow[], ids: readonly MessageId[]): Promise<void> {
  const all = rows.flatMap(({ widget, senderId }, at) =>
    widget === undefined ? [] : [{ id: itemAt(ids, at), senderId, widget }],
  );
  if (all.length === 0) return;
  await tx.execute(sql`
    insert into submessages (message_id, sender_id, msg_type, content)
    select message_id, sender_id, 'widget', content
      from unnest(${all.map(({ id }) => id)}::int8[], ${all.map(({ senderId }) => senderId)}::int8[],
        ${all.map(({ widget }) => widget)}::text[]) as g (message_id, sender_id, content)`);
}

/** Returns origins by channel and topic, and creates those that are missing. The result is in the given order. */
export async function ensureOrigins(
  db: Queryable,
  places: readonly { channelId: ChannelId; topic: string }[],
): Promise<number[]> {
  const channelIds = places.map(({ channelId }) => channelId);
  const topics = places.map(({ topic }) => topic);
  for (;;) {
    const rows = await db.many<{ originId: number }>(sql`
      with given as materialized (
        select g.n, g.channel_id, fold_topic(g.topic) as topic_key
          from unnest(${channelIds}::int8[], ${topics}::text[]) with ordinality as g (channel_id, topic, n)),
      created as (
        insert into origins (channel_id, topic_key)
        select distinct channel_id, topic_key from given g
         where not exists (select from origins o where o.channel_id = g.channel_id and o.topic_key = g.topic_key)
        on conflict do nothing returning origin_id, channel_id, topic_key)
      select coalesce(c.origin_id, o.origin_id) as "originId"
        from given g
        left join created c on c.channel_id = g.channel_id and c.topic_key = g.topic_key
        left join origins o on o.channel_id = g.channel_id and o.topic_key = g.topic_key
       where coalesce(c.origin_id, o.origin_id) is not null order by g.n`);
    // Another transaction may have created one meanwhile, which this statement does not see.
    if (rows.length === places.length) return rows.map(({ originId }) => originId);
  }
}

/** Replaces the contents of imported messages. Messages that people have edited since are left as they are. */
export async function rewriteImported(
  tx: Tx,
  rows: readonly (Omit<NewContent, 'topicParticipantIds'> & { id: number })[],
): Promise<void> {
  await tx.execute(sql`
    update messages m
       set content = g.content, rendered_content = g.rendered, renderer_version = g.version,
           has_link = g.bits & 16 <> 0, has_image = g.bits & 32 <> 0, has_attachment = g.bits & 64 <> 0
      from unnest(${rows.map(({ id }) => id)}::int8[], ${rows.map(({ content }) => content)}::text[],
        ${rows.map(({ renderedContent }) => renderedContent)}::text[],
        ${rows.map(({ rendererVersion }) => rendererVersion)}::int[],
        ${rows.map((row) => (row.hasLink ? 16 : 0) | (row.hasImage ? 32 : 0) | (row.hasAttachment ? 64 : 0))}::int[]
      ) as g (id, content, rendered, version, bits)
     where m.id = g.id and m.import_id is not null`);
}

/**
 * Marks messages that an import has brought unread. Those of other imports stay as people have left them. Returns how many were marked.
 *
 * Takes the order lock, as a person's own mark does, so that the marks come after the beginning of every subscription and count.
 */
export async function markImportedUnread(
  tx: Tx,
  importId: number,
  unread: readonly { userId: UserId; sendKeys: readonly string[] }[],
): Promise<number> {
  const pairs = unread
    .flatMap(({ userId, sendKeys }) => sendKeys.map((sendKey) => ({ userId, sendKey })))
    .toSorted((one, other) => one.userId - other.userId);
  if (pairs.length === 0) return 0;
  await tx.execute(sql`select log.take_order_lock()`);
  return tx.execute(sql`
    with mark as materialized (select nextval('message_ids') as id)
    insert into personal_flags (user_id, message_id, flags, kept_at)
    select distinct g.user_id, m.id, ${flagBits.markedUnread}::int, k.id
      from unnest(${pairs.map(({ userId }) => userId)}::int8[], ${pairs.map(({ sendKey }) => sendKey)}::uuid[]) as g (user_id, send_key)
      join messages m on m.send_key = g.send_key and m.import_id = ${importId}::int8 cross join mark k
     order by g.user_id, m.id
    on conflict (user_id, message_id) do update
      set flags = personal_flags.flags | excluded.flags, kept_at = excluded.kept_at`);
}

/** Deletes up to `limit` messages of an import, the oldest first. Returns how many. */
export async function deleteImported(tx: Tx, importId: number, limit: number): Promise<number> {
  const rows = await tx.many<{ id: number }>(sql`
    select id from messages where import_id = ${importId} order by id limit ${limit} for update`);
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0) await deleteMessages(tx, ids);
  return ids.length;
}

/** Returns the first message and the time of the last one, by channel. */
export function activityOf(
  db: Queryable,
  channelIds: readonly ChannelId[],
): Promise<{ channelId: ChannelId; firstMessageId: MessageId; lastSentAt: number }[]> {
  return db.many(sql`
    select c.channel_id as "channelId", f.id as "firstMessageId", floor(extract(epoch from l.sent_at))::int8 as "lastSentAt"
      from unnest(${channelIds}::int8[]) c (channel_id)
      join lateral (select id from messages m where m.channel_id = c.channel_id order by id limit 1) f on true
      join lateral (select sent_at from messages m where m.channel_id = c.channel_id order by id desc limit 1) l on true`);
}

/** Returns those of the channels that contain messages, and those of the people who have sent messages. */
export async function usedInMessages(
  db: Queryable,
  channelIds: readonly ChannelId[],
  userIds: readonly UserId[],
): Promise<{ channelIds: ChannelId[]; userIds: UserId[] }> {
  const channels = await db.many<{ id: number }>(sql`
    select id from unnest(${channelIds}::int8[]) c (id) where exists (select from messages m where m.channel_id = c.id)`);
  const people = await db.many<{ id: number }>(sql`
    select id from unnest(${userIds}::int8[]) u (id) where exists (select from messages m where m.sender_id = u.id)`);
  return { channelIds: channels.map(({ id }) => id), userIds: people.map(({ id }) => id) };
}

/**
 * Selects whether the first or the last one of some messages came from elsewhere than from an import. `offset 0` keeps PostgreSQL from
 * looking for both in the order of all IDs, which reads the whole table for a topic that is rare.
 */
const isUsed = (where: Query, importId: number): Query => sql`
  (select exists (
     select from messages m where m.id in (ends.first_id, ends.last_id) and m.import_id is distinct from ${importId}::int8)
     from (select min(id) as first_id, max(id) as last_id
             from (select m.id from messages m where ${where} offset 0) there) ends)`;

/** Returns for each topic whether its first or last message came from elsewhere than from an import. */
export async function usedTopics(
  db: Queryable,
  topics: readonly { channelId: ChannelId; topic: string }[],
  importId: number,
): Promise<boolean[]> {
  if (topics.length === 0) return [];
  const rows = await db.many<{ used: boolean }>(sql`
    with given as materialized (
      select g.n, g.channel_id, fold_topic(g.topic) as topic_key
        from unnest(${topics.map(({ channelId }) => channelId)}::int8[], ${topics.map(({ topic }) => topic)}::text[])
          with ordinality as g (channel_id, topic, n))
    select ${isUsed(sql`m.channel_id = g.channel_id and m.topic_key = g.topic_key`, importId)} as used
      from given g order by g.n`);
  return rows.map(({ used }) => used);
}

/** Returns the same for direct conversations, each with the IDs of its people in ascending order. */
export async function usedConversations(
  db: Queryable,
  conversations: readonly (readonly number[])[],
  importId: number,
): Promise<boolean[]> {
  if (conversations.length === 0) return [];
  const hashes = conversations.map((members) => memberHash(members).toString('hex'));
  const rows = await db.many<{ used: boolean }>(sql`
    select c.conversation_id is not null and ${isUsed(sql`m.conversation_id = c.conversation_id`, importId)} as used
      from unnest(${hashes}::text[]) with ordinality as g (hash, n)
      left join direct_conversations c on c.member_hash = decode(g.hash, 'hex') order by g.n`);
  return rows.map(({ used }) => used);
}
