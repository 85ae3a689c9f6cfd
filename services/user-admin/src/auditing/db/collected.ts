import { type Queryable, sql } from '@parley/db';
import type { AuditRecord } from '@parley/proto/common/v1/audit';

/** Stores records of another service. A record that is already stored is skipped, even if another replica stored it. */
export async function storeCollected(
  db: Queryable,
  source: string,
  records: readonly AuditRecord[],
): Promise<void> {
  const column = <T>(of: (record: AuditRecord) => T): T[] => records.map(of);
  await db.execute(sql`
    insert into audit_entries (source, source_id, happened_at, actor_id, action, user_id, details, client, address)
    select ${source}, id, to_timestamp(happened_at_us / 1000000.0), nullif(actor_id, 0), action, nullif(user_id, 0),
           details::jsonb, client, address
      from unnest(${column(({ id }) => id)}::int8[], ${column(({ happenedAtUs }) => happenedAtUs)}::int8[],
        ${column(({ actorId }) => actorId)}::int8[], ${column(({ action }) => action)}::text[],
        ${column(({ userId }) => userId)}::int8[], ${column(({ detailsJson }) => detailsJson.toString())}::text[],
        ${column(({ client }) => client)}::text[], ${column(({ address }) => address)}::text[])
        as r (id, happened_at_us, actor_id, action, user_id, details, client, address)
     order by id
    on conflict (source, source_id) where source_id is not null do nothing`);
}
