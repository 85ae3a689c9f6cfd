import { type Queryable, sql, type Tx } from '@parley/db';

/** An identity at a provider: `method` names the provider, `subject` the person there. */
export type IdentityKey = { method: string; subject: string };

/** Returns the account that an identity signs in to. */
export async function findLinkedUser(
  db: Queryable,
  { method, subject }: IdentityKey,
): Promise<number | undefined> {
  const row = await db.maybeOne<{ user_id: number }>(
    sql`select user_id from external_identities where method = ${method} and subject = ${subject}`,
  );
  return row?.user_id;
}

/** Links identities of a provider to new accounts. */
export async function linkIdentities(
  tx: Tx,
  method: string,
  links: readonly { subject: string; userId: number }[],
): Promise<void> {
  await tx.execute(sql`
    insert into external_identities (method, subject, user_id)
    select ${method}, * from unnest(${links.map(({ subject }) => subject)}::text[],
      ${links.map(({ userId }) => userId)}::int8[])`);
}

/** Links an identity to an account. Returns false when another identity of the provider is linked to the account. */
export async function linkIdentity(
  tx: Tx,
  { method, subject }: IdentityKey,
  userId: number,
): Promise<boolean> {
  const count = await tx.execute(sql`
    insert into external_identities (method, subject, user_id) values (${method}, ${subject}, ${userId})
    on conflict (user_id, method) do nothing`);
  return count > 0;
}
