import { anyOf, type Queryable, sql, type Tx } from '@parley/db';

/** Maximum number of explanations within a day about replies to the same address. */
const maxPerAddress = 10;

/** By hashes of both addresses. @returns false after one within a day, or many for the same reply address */
export async function insertRefusedReply(
  tx: Tx,
  { authorKey, addressKey }: { authorKey: Buffer; addressKey: Buffer },
): Promise<boolean> {
  const row = await tx.maybeOne(sql`
    insert into refused_replies (author_key, address_key)
    select ${authorKey}, ${addressKey}
     where (select count(*) from refused_replies
             where address_key = ${addressKey} and explained_at > now() - interval '1 day') < ${maxPerAddress}
    on conflict (author_key) do update set address_key = excluded.address_key, explained_at = now()
     where refused_replies.explained_at < now() - interval '1 day'
    returning author_key`);
  return row !== undefined;
}

/** Deletes rows that are older than a day, which do not count any more, at most 10,000 in one call. */
export async function deleteOldRefusedReplies(db: Queryable): Promise<void> {
  await db.execute(sql`
    delete from refused_replies where author_key = ${anyOf(sql`
      select author_key from refused_replies where explained_at < now() - interval '1 day'
       order by explained_at limit 10000`)}`);
}
