import { createHash } from 'node:crypto';
import { envNameOf, schemaOwners } from '@parley/core';
import { root, type Settings } from './compose.ts';

/** The settings that an operator would put into .env; all values are public test values. */
export const settings = {
  PARLEY_PUBLIC_URL: 'http://parley.test',
  PARLEY_IMAGES: 'parley-e2e',
  // The tag depends on the checkout: another checkout on this machine builds other images.
  PARLEY_TAG: createHash('sha256').update(root).digest('hex').slice(0, 12),
  PARLEY_LOG_LEVEL: 'warn',
  PARLEY_RPC_SECRET: 'e2e-rpc-secret-e2e-rpc-secret',
  PARLEY_SECRET_KEY: 'e2e-secret-key-e2e-secret-key-e2e',
  PARLEY_NATS_PASSWORD: 'e2e-nats-password',
  PARLEY_DATABASE_ADMIN_PASSWORD: 'e2e-admin-password',
  ...Object.fromEntries(
    schemaOwners.map((owner) => [`PARLEY_${envNameOf(owner)}_DATABASE_PASSWORD`, `e2e-${owner}-password`]),
  ),
  // The last release has these keys in its compose file, and runs beside the current sources during an upgrade.
  PARLEY_OBJECTS_KEY_ID: 'parley',
  PARLEY_OBJECTS_SECRET_KEY: 'parley',
  PARLEY_OUTER_PROXIES: '',
  // The test mail server in the folder test/e2e/mail-server.
  PARLEY_SMTP_URL: 'smtp://mail:25?ignoreTLS=true',
  PARLEY_MAIL_FROM: 'Parley <noreply@parley.test>',
  PARLEY_MAIL_IN_DOMAIN: 'parley.test',
  // A few users send all messages of these tests, more than the limits of one user allow.
  PARLEY_RATE_LIMITS: 'off',
} as const satisfies Settings;
