import { createHash } from 'node:crypto';
import { envNameOf, schemaOwners } from '@parley/core';
import { root, type Settings } from './compose.ts';

/** What an operator would put into .env; nothing here is secret. */
export const settings = {
  PARLEY_PUBLIC_URL: 'http://parley.test',
  PARLEY_IMAGES: 'parley-e2e',
  // Another checkout beside this one builds images of its own.
  PARLEY_TAG: createHash('sha256').update(root).digest('hex').slice(0, 12),
  PARLEY_LOG_LEVEL: 'warn',
  PARLEY_RPC_SECRET: 'e2e-rpc-secret-e2e-rpc-secret',
  PARLEY_SECRET_KEY: 'e2e-secret-key-e2e-secret-key-e2e',
  PARLEY_NATS_PASSWORD: 'e2e-nats-password',
  PARLEY_DATABASE_ADMIN_PASSWORD: 'e2e-admin-password',
  ...Object.fromEntries(
    schemaOwners.map((owner) => [`PARLEY_${envNameOf(owner)}_DATABASE_PASSWORD`, `e2e-${owner}-password`]),
  ),
  // Few people send everything here.
  PARLEY_RATE_LIMITS: 'off',
} as const satisfies Settings;
