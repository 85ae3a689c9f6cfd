import { type Queryable, sql, type Tx } from '@parley/db';
import type { UserId } from '@parley/rules';
import type { Proven } from '../../kernel/domain/proof.ts';

/** An identity at a provider. `method` identifies the provider, and `subject` identifies the person at this provider. */
export type IdentityKey = { method: string; subject: string };

export async function findLinkedUser(
  db: Queryable,
  { method, subject }: IdentityKey,
): Promise<number | undefined> {
  const row = await db.maybeOne<{ user_id: UserId }>(
    sql`select user_id from external_identities where method = ${method} and subject = ${subject}`,
  );
  return row?.user_id;
}

/** Links identities of a provider to accounts, which have no identity of this provider yet. */
export async function linkIdentities(
  tx: Tx,
  method: string,
  links: readonly { subject: string; userId: Proven<UserId, 'sign-in'> }[],
): Promise<void> {
  await tx.execute(sql`
    insert into external_identities (method, subject, user_id)
    select ${method}, * from unnest(${links.map(({ subject }) => subject)}::text[],
      ${links.map(({ userId }) => userId)}::int8[])`);
}

/** False when the identity, or another identity of this provider, is linked already. */
export async function linkIdentity(
  tx: Tx,
  { method, subject }: IdentityKey,
  userId: Proven<UserId, 'sign-in'>,
): Promise<boolean> {
  const count = await tx.execute(sql`
    insert into external_identities (method, subject, user_id) values (${method}, ${subject}, ${userId})
    on conflict do nothing`);
  return count > 0;
}
