import { type Query, type Queryable, sql, type Tx } from '@parley/db';
import type { UserId } from '@parley/rules';

/** A change with its previous and new values. It must not contain secrets. */
export type AuditChange = {
  action: string;
  /** Person whose account was changed; absent for changes of the organization. */
  userId?: UserId;
  details?: Readonly<Record<string, unknown>>;
};

/** Person who made the change, and the client and network address that they used. */
export type AuditActor = {
  /** Undefined for changes by an operator or the server itself. */
  userId: UserId | undefined;
  client: string;
  address: string;
};

export type AuditEntry = {
  entryId: number;
  /** In whole seconds since the Unix epoch. */
  happenedAt: number;
  actorId: UserId | null;
  action: string;
  userId: UserId | null;
  details: Record<string, unknown>;
  client: string;
  address: string;
};

/** Stores entries. Must run in the transaction that makes the changes. */
export async function insertAudit(
  tx: Tx,
  changes: readonly (AuditChange & { actor: AuditActor })[],
): Promise<void> {
  if (changes.length === 0) return;
  await tx.execute(sql`
    insert into audit_entries (actor_id, action, user_id, details, client, address)
    select nullif(actor_id, 0), action, nullif(user_id, 0), details::jsonb, client, address
      from unnest(${changes.map(({ actor }) => actor.userId ?? 0)}::int8[],
        ${changes.map(({ action }) => action)}::text[],
        ${changes.map(({ userId = 0 }) => userId)}::int8[],
        ${changes.map(({ details = {} }) => JSON.stringify(details))}::text[],
        ${changes.map(({ actor }) => actor.client)}::text[],
        ${changes.map(({ actor }) => actor.address)}::text[])
        with ordinality as c (actor_id, action, user_id, details, client, address, position)
     order by position`);
}

/** Filter for entries. A value of 0 or an empty string selects all entries. */
export type AuditSelection = {
  /** Only entries with smaller IDs. */
  beforeEntryId: number;
  /** Only entries by this person or about this person. */
  userId: UserId;
  actorId: UserId;
  action: string;
  /** Only entries from this time on, in seconds since the Unix epoch. */
  fromTime: number;
  /** Only entries before this time, in seconds since the Unix epoch. */
  toTime: number;
};

export async function listAudit(
  db: Queryable,
  { limit, userId, ...selection }: AuditSelection & { limit: number },
): Promise<AuditEntry[]> {
  const isSelected = selected(selection);
  const newest = sql`order by entry_id desc limit ${limit}`;
  // Each half of the union reads an index in order. A condition with `or` would read and sort all entries of the person.
  const ofPerson = sql`entry_id in (
    (select entry_id from audit_entries where user_id = ${userId} and ${isSelected} ${newest})
    union (select entry_id from audit_entries where actor_id = ${userId} and ${isSelected} ${newest}))`;
  return db.many<AuditEntry>(sql`
    select entry_id as "entryId", extract(epoch from happened_at)::int8 as "happenedAt", actor_id as "actorId",
           action, user_id as "userId", details, client, address
      from audit_entries
     where ${userId === 0 ? isSelected : ofPerson} ${newest}`);
}

function selected({
  beforeEntryId,
  actorId,
  action,
  fromTime,
  toTime,
}: Omit<AuditSelection, 'userId'>): Query {
  const byActor = actorId === 0 ? sql`true` : sql`actor_id = ${actorId}`;
  const ofAction = action === '' ? sql`true` : sql`action = ${action}`;
  const since = fromTime === 0 ? sql`true` : sql`happened_at >= to_timestamp(${fromTime})`;
  const until = toTime === 0 ? sql`true` : sql`happened_at < to_timestamp(${toTime})`;
  return sql`entry_id < ${beforeEntryId || Number.MAX_SAFE_INTEGER} and ${byActor} and ${ofAction} and ${since} and ${until}`;
}
