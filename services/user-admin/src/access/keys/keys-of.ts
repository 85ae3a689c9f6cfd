import type { Queryable } from '@parley/db';
import type { AccountKey, NamedKey } from '@parley/proto/useradmin/v1/keys';
import type { UserId } from '@parley/rules';
import { findAccountKey } from '../db/credentials.ts';
import { listNamedKeys } from '../db/named-keys.ts';

export async function keysOf(
  db: Queryable,
  userId: UserId,
): Promise<{ keys: NamedKey[]; accountKey: AccountKey | undefined }> {
  const keys = await listNamedKeys(db, userId);
  const own = await findAccountKey(db, userId);
  return {
    keys: keys.map(({ keyId, name, isReadOnly, areas, createdAt, ...rest }) => ({
      keyId,
      name,
      scope: { isReadOnly, areas: areas ?? [] },
      createdAt,
      expiresAt: rest.expiresAt ?? 0,
      lastUsedAt: rest.lastUsedAt ?? 0,
      lastUsedAddress: rest.lastUsedAddress ?? '',
    })),
    accountKey: own && {
      createdAt: own.createdAt,
      lastUsedAt: own.lastUsedAt ?? 0,
      lastUsedAddress: own.lastUsedAddress ?? '',
    },
  };
}
