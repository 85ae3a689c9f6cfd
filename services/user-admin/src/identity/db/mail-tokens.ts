import { sql, type Tx } from '@parley/db';

export type TokenPurpose = 'password-reset' | 'email-change';
export type MailToken = { userId: number; email: string | null };

/** A link for one purpose; what the person was sent before for it is worth nothing. Drops some that are too old. */
export async function insertMailToken(
  tx: Tx,
  token: {
    purpose: TokenPurpose;
    tokenSha256: Buffer;
    userId: number;
    email: string | null;
    lifeSeconds: number;
  },
): Promise<void> {
  await tx.execute(sql`delete from mail_tokens where (user_id = ${token.userId} and purpose = ${token.purpose})
    or token_sha256 in (select token_sha256 from mail_tokens where expires_at < now() order by expires_at limit 100)`);
  await tx.execute(sql`insert into mail_tokens (token_sha256, purpose, user_id, email, expires_at)
    values (${token.tokenSha256}, ${token.purpose}, ${token.userId}, ${token.email},
      now() + make_interval(secs => ${token.lifeSeconds}))`);
}

/** What a link stands for, once: it is gone with this transaction. */
export function takeMailToken(
  tx: Tx,
  purpose: TokenPurpose,
  tokenSha256: Buffer,
): Promise<MailToken | undefined> {
  return tx.maybeOne<MailToken>(sql`
    delete from mail_tokens where token_sha256 = ${tokenSha256} and purpose = ${purpose} and expires_at > now()
    returning user_id as "userId", email`);
}

/** Ends every link of the person, whatever for. */
export async function deleteMailTokens(tx: Tx, userId: number): Promise<void> {
  await tx.execute(sql`delete from mail_tokens where user_id = ${userId}`);
}
