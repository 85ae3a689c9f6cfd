import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { recordOf, schemaOwners } from '@parley/core';
import { SetupError } from '@parley/embedded';
import { z } from 'zod';

const text = z.string().min(32);
const schema = z.object({
  /** Password of the embedded PostgreSQL's administrator. */
  adminPassword: text,
  /** Password of each service's database role, by service. */
  databasePasswords: z.object(recordOf(schemaOwners, () => text)),
  natsToken: text,
  rpcSecret: text,
  /** Key for encrypting secrets that services must be able to decrypt again. */
  secretKey: text,
});

export type Secrets = z.infer<typeof schema>;

/**
 * Reads the secrets of a data directory, or generates them at the first start. Only the owner of the file can read it.
 *
 * @throws SetupError when the file is damaged. New secrets cannot replace lost ones, because stored data is encrypted with them
 */
export function loadSecrets(dataDir: string): Secrets {
  const file = join(dataDir, 'secrets.json');
  if (!existsSync(file)) {
    return write(file, makeSecrets());
  }
  try {
    return read(file);
  } catch {
    throw new SetupError(`${file} is damaged; put back the one this data directory was made with.`);
  }
}

/** Reads the file, and adds missing passwords for services that are newer than the file. */
function read(file: string): Secrets {
  const stored = JSON.parse(readFileSync(file, 'utf8')) as { databasePasswords: Record<string, string> };
  const missing = schemaOwners.filter((owner) => !(owner in stored.databasePasswords));
  for (const owner of missing) stored.databasePasswords[owner] = secret();
  const secrets = schema.parse(stored);
  return missing.length === 0 ? secrets : write(file, secrets);
}

function write(file: string, secrets: Secrets): Secrets {
  writeFileSync(`${file}.new`, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600, flush: true });
  renameSync(`${file}.new`, file);
  return secrets;
}

const secret = () => randomBytes(32).toString('base64url');

function makeSecrets(): Secrets {
  return {
    adminPassword: secret(),
    databasePasswords: recordOf(schemaOwners, secret),
    natsToken: secret(),
    rpcSecret: secret(),
    secretKey: secret(),
  };
}
