import { anyOf, type Db, sql, type Tx } from '@parley/db';
import type { UserId } from '@parley/rules';
import type { Proven } from '../../kernel/domain/proof.ts';

export type TokenPurpose = 'password-reset' | 'email-change';
export type MailToken = { userId: UserId; email: string | null };

type NewMailToken = { tokenSha256: Buffer; lifeSeconds: number } & (
  | { purpose: 'password-reset'; userId: Proven<UserId, 'sign-in'>; email: null }
  | { purpose: 'email-change'; userId: UserId; email: Proven<string, 'address'> }
);

/** Earlier links of the person for the same purpose become invalid. Also deletes up to 100 expired tokens. */
export async function insertMailToken(tx: Tx, token: NewMailToken): Promise<void> {
  await tx.execute(
    sql`delete from mail_tokens where user_id = ${token.userId} and purpose = ${token.purpose}`,
  );
  await tx.execute(
    sql`delete from mail_tokens where token_sha256 = ${anyOf(sql`
    select token_sha256 from mail_tokens where expires_at < now() order by expires_at limit 100
       for update skip locked`)}`,
  );
  await tx.execute(sql`insert into mail_tokens (token_sha256, purpose, user_id, email, expires_at)
    values (${token.tokenSha256}, ${token.purpose}, ${token.userId}, ${token.email},
      now() + make_interval(secs => ${token.lifeSeconds}))`);
}

export async function isMailTokenValid(db: Db, purpose: TokenPurpose, tokenSha256: Buffer): Promise<boolean> {
  const found = await db.maybeOne(sql`select 1 from mail_tokens
    where token_sha256 = ${tokenSha256} and purpose = ${purpose} and expires_at > now()`);
  return found !== undefined;
}

/** Deletes a valid token and returns its data, so that each link can be used once. Returns undefined for an invalid token. */
export function takeMailToken(
  tx: Tx,
  purpose: TokenPurpose,
  tokenSha256: Buffer,
): Promise<MailToken | undefined> {
  return tx.maybeOne<MailToken>(sql`
    delete from mail_tokens where token_sha256 = ${tokenSha256} and purpose = ${purpose} and expires_at > now()
    returning user_id as "userId", email`);
}

/** Deletes the tokens of all links that were mailed to a person, so that the links become invalid. */
export async function deleteMailTokens(tx: Tx, userId: UserId): Promise<void> {
  await tx.execute(sql`delete from mail_tokens where user_id = ${userId}`);
}
