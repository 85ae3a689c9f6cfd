import { type Queryable, sql, type Tx } from '@parley/db';

/** One change with its values before and after. It never holds a secret. */
export type AuditChange = {
  action: string;
  /** The person whose account was changed; absent for changes of the organization. */
  userId?: number;
  details?: Readonly<Record<string, unknown>>;
};

/** The person who made the change, and the client and address that they used. */
export type AuditActor = {
  /** Undefined when an operator or the server itself made the change. */
  userId: number | undefined;
  client: string;
  address: string;
};

export type AuditEntry = {
  entryId: number;
  /** Unix time, whole seconds. */
  happenedAt: number;
  actorId: number | null;
  action: string;
  userId: number | null;
  details: Record<string, unknown>;
  client: string;
  address: string;
};

/** Stores entries in the transaction that makes the changes. */
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

/**
 * Returns entries with IDs below a given one, the newest first. A `userId` other than 0 selects entries by or about
 * that person.
 */
export async function listAudit(
  db: Queryable,
  { beforeEntryId, limit, userId }: { beforeEntryId: number; limit: number; userId: number },
): Promise<AuditEntry[]> {
  const about = userId === 0 ? sql`true` : sql`(user_id = ${userId} or actor_id = ${userId})`;
  return db.many<AuditEntry>(sql`
    select entry_id as "entryId", extract(epoch from happened_at)::int8 as "happenedAt", actor_id as "actorId",
           action, user_id as "userId", details, client, address
      from audit_entries
     where ${about} and entry_id < ${beforeEntryId || Number.MAX_SAFE_INTEGER}
     order by entry_id desc limit ${limit}`);
}
