import { list, type Query, type Queryable, sql, type Tx } from '@parley/db';

/** Something that was changed: what, about whom, with values before and after. Never a secret. */
export type AuditChange = {
  action: string;
  /** Whom it is about; absent for the organization itself. */
  userId?: number;
  details?: Readonly<Record<string, unknown>>;
};

/** Who changed it and from where. */
export type AuditActor = {
  /** Absent for operators and for the server itself. */
  userId: number | undefined;
  client: string;
  address: string;
};

export type AuditEntry = {
  entryId: number;
  /** Whole seconds. */
  happenedAt: number;
  actorId: number | null;
  action: string;
  userId: number | null;
  details: Record<string, unknown>;
  client: string;
  address: string;
};

/** Records changes in the transaction that makes them. */
export async function insertAudit(tx: Tx, actor: AuditActor, changes: readonly AuditChange[]): Promise<void> {
  if (changes.length === 0) return;
  const rows = changes.map(
    ({
      action,
      userId,
      details,
    }): Query => sql`(${actor.userId ?? null}::int8, ${action}::text, ${userId ?? null}::int8,
      ${JSON.stringify(details ?? {})}::jsonb, ${actor.client}::text, ${actor.address}::text)`,
  );
  await tx.execute(
    sql`insert into audit_entries (actor_id, action, user_id, details, client, address) values ${list(rows)}`,
  );
}

/** Entries before an ID, the newest first; of one person when given, by or about them. */
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
