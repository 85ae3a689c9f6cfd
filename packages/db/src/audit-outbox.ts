import { type Visitor, visitor } from '@parley/core';
/**
 * Transactional outbox of the audit log (docs/decisions/audit-log.md), for services other than `user-admin`, which stores the
 * log. A change stores its entries in its own transaction, in the service's table `audit_outbox`. `user-admin` collects them.
 */
import { AuditRecord, type TakeAuditRecordsResponse } from '@parley/proto/common/v1/audit';
import type { UserId } from '@parley/proto/ids';
import type { Db } from './db.ts';
import type { Tx } from './queryable.ts';
import { sql } from './sql.ts';

/** A change to record in the audit log. It never contains a secret or the content of a message. */
export type RecordedChange = {
  action: string;
  /** The person whom the change concerns, if any. */
  userId?: UserId;
  details: Readonly<Record<string, unknown>>;
};

/** The part of a call that tells who makes the change. */
type Actor = {
  readonly principal?: { readonly userId: UserId } | Visitor;
  readonly clientName: string;
  readonly remoteAddress?: string;
};

const maxTextLength = 200;
const maxTaken = 500;

export async function recordAudit(tx: Tx, by: Actor, changes: readonly RecordedChange[]): Promise<void> {
  if (changes.length === 0) return;
  const { principal } = by;
  const actorId = principal === undefined || principal === visitor ? null : principal.userId;
  const client = by.clientName.slice(0, maxTextLength);
  const address = (by.remoteAddress ?? '').slice(0, maxTextLength);
  await tx.execute(sql`
    insert into audit_outbox (actor_id, action, user_id, details, client, address)
    select ${actorId}::int8, action, nullif(user_id, 0), details::jsonb, ${client}::text, ${address}::text
      from unnest(${changes.map(({ action }) => action)}::text[],
        ${changes.map(({ userId = 0 }) => userId)}::int8[],
        ${changes.map(({ details }) => JSON.stringify(details))}::text[]) as c (action, user_id, details)`);
}

type Row = {
  id: number;
  happenedAtUs: number;
  actorId: UserId | null;
  action: string;
  userId: UserId | null;
  details: object;
  client: string;
  address: string;
};

/** Deletes the records that `user-admin` has stored, and returns the next ones, the oldest first. */
export async function takeAuditRecords(
  db: Db,
  storedIds: readonly number[],
): Promise<TakeAuditRecordsResponse> {
  if (storedIds.length > 0) {
    await db.execute(sql`delete from audit_outbox where record_id = any (${storedIds}::int8[])`);
  }
  const rows = await db.many<Row>(sql`
    select record_id as id, (extract(epoch from happened_at) * 1000000)::int8 as "happenedAtUs",
           actor_id as "actorId", action, user_id as "userId", details, client, address
      from audit_outbox order by record_id limit ${maxTaken}`);
  return {
    records: rows.map(({ actorId, userId, details, ...row }) =>
      AuditRecord.create({
        ...row,
        actorId: actorId ?? 0,
        userId: userId ?? 0,
        detailsJson: Buffer.from(JSON.stringify(details)),
      }),
    ),
  };
}
