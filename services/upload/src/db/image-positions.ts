import { type Queryable, sql } from '@parley/db';

/** Returns whether positions are removed from new photos and videos, which is the default. */
export async function arePositionsRemoved(db: Queryable): Promise<boolean> {
  const row = await db.maybeOne<{ areRemoved: boolean }>(
    sql`select are_removed as "areRemoved" from image_positions`,
  );
  return row?.areRemoved ?? true;
}

/** Stores the organization's setting, unless a later event of the same epoch of the log has already changed it. */
export async function storePositionsSetting(
  db: Queryable,
  areRemoved: boolean,
  { epoch, eventId }: { epoch: string; eventId: number },
): Promise<void> {
  await db.execute(sql`
    insert into image_positions as p (are_removed, epoch, event_id) values (${areRemoved}, ${epoch}, ${eventId})
    on conflict (is_only) do update set are_removed = excluded.are_removed, epoch = excluded.epoch,
       event_id = excluded.event_id
     where p.epoch <> excluded.epoch or p.event_id < excluded.event_id`);
}
