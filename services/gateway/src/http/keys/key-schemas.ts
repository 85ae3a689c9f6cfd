import { required } from '@parley/core';
import type { AccountKey, NamedKey } from '@parley/proto/useradmin/v1/keys';
import { z } from 'zod';

/** Schema of an answer that lists the API keys of an account, without the keys themselves. */
export const keysSchema = z.strictObject({
  api_keys: z.array(
    z.strictObject({
      id: z.int(),
      name: z.string(),
      is_read_only: z.boolean(),
      /** Areas of the API that the key may use; empty for all areas. */
      areas: z.array(z.string()),
      /** Unix time in seconds. */
      created: z.int(),
      /** Unix time in seconds; null for a key that does not expire. */
      expires: z.int().nullable(),
      /** Unix time in seconds; null for a key that was never used. */
      last_used: z.int().nullable(),
      last_used_address: z.string(),
    }),
  ),
  /** The account's own key, which `POST /fetch_api_key` returns. It has no name and does not expire. */
  account_key: z.strictObject({
    /** Unix time in seconds. */
    created: z.int(),
    /** Unix time in seconds, up to an hour old; null for a key that was not used since the server stores it. */
    last_used: z.int().nullable(),
    last_used_address: z.string(),
  }),
});

/** Returns the body of an answer that lists API keys. */
export function presentKeys({
  keys,
  accountKey,
}: {
  keys: readonly NamedKey[];
  accountKey: AccountKey | undefined;
}): z.infer<typeof keysSchema> {
  return {
    api_keys: keys.map(({ keyId, name, scope, createdAt, ...rest }) => ({
      id: keyId,
      name,
      is_read_only: required(scope, 'scope of a key').isReadOnly,
      areas: required(scope, 'scope of a key').areas,
      created: createdAt,
      expires: rest.expiresAt || null,
      last_used: rest.lastUsedAt || null,
      last_used_address: rest.lastUsedAddress,
    })),
    account_key: {
      created: accountKey?.createdAt ?? 0,
      last_used: accountKey?.lastUsedAt || null,
      last_used_address: accountKey?.lastUsedAddress ?? '',
    },
  };
}
