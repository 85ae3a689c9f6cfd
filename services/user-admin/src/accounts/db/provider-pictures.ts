import { type Queryable, sql, type Tx } from '@parley/db';
import type { UserId } from '@parley/rules';
import type { KnownPicture } from '../domain/provider-picture.ts';

export const findPictures = (db: Queryable, userId: UserId): Promise<KnownPicture[]> =>
  db.many<KnownPicture>(sql`select method, digest, stored_path as "storedPath"
    from provider_pictures where user_id = ${userId} limit 100`);

export type WantedPicture = {
  userId: UserId;
  method: string;
  digest: Buffer;
  address: string;
  replacesOwn: boolean;
};

/** Stores that a worker must load a picture. The picture replaces an earlier one of the same provider. */
export async function putWantedPicture(tx: Tx, wanted: WantedPicture): Promise<void> {
  const { userId, method, digest, address, replacesOwn } = wanted;
  await tx.execute(sql`
    insert into provider_pictures (user_id, method, digest, address, replaces_own, due_at)
    values (${userId}, ${method}, ${digest}, ${address}, ${replacesOwn}, now())
    on conflict (user_id, method) do update set digest = excluded.digest, address = excluded.address,
      replaces_own = excluded.replaces_own, attempts = 0, due_at = now()`);
}

/**
 * Claims the picture that has been due for the longest time; undefined when none is due, and while the organization is
 * deactivated. The picture is due again after a growing delay, unless it is settled first.
 */
export const claimPicture = (
  db: Queryable,
  retrySeconds: number,
): Promise<(WantedPicture & { attempts: number }) | undefined> =>
  db.maybeOne<WantedPicture & { attempts: number }>(sql`
    update provider_pictures set attempts = attempts + 1,
           due_at = now() + make_interval(secs => ${retrySeconds} * power(4, least(attempts, 8)))
     where (user_id, method) = (select user_id, method from provider_pictures where due_at <= now()
                                   and not exists (select from organization where deactivated_at is not null)
                                 order by due_at limit 1 for update skip locked)
    returning user_id as "userId", method, digest, address, replaces_own as "replacesOwn", attempts`);

/**
 * Ends the work on a picture. Returns false, without a change, when the provider has sent another picture since.
 * @param storedPath path of the picture, if it is now the account's picture; undefined when the account's picture is unchanged
 * @param isRetried whether to load the same picture again when the provider sends it again
 */
export async function settlePicture(
  tx: Queryable,
  { userId, method, digest }: WantedPicture,
  { storedPath, isRetried = false }: { storedPath?: string; isRetried?: boolean },
): Promise<boolean> {
  const count = await tx.execute(sql`
    update provider_pictures set due_at = null, address = null, stored_path = coalesce(${storedPath ?? null}, stored_path),
           digest = case when ${isRetried}::boolean then null else digest end
     where user_id = ${userId} and method = ${method} and digest = ${digest}`);
  return count > 0;
}
