import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { roleOf, roleSettingsOf, schemaOf, schemaOwners } from '@parley/core';
import type { ServiceSchema } from '@parley/db';

const repository = join(import.meta.dirname, '..', '..', '..');

export const rolePassword = 'parley-test';

/** Returns the schemas, roles and migrations of all services that have a database schema, as parameters for `migrate`. */
export function serviceSchemas(): ServiceSchema[] {
  return schemaOwners
    .map((owner) => ({
      schema: schemaOf(owner),
      role: roleOf(owner),
      password: rolePassword,
      settings: roleSettingsOf(owner),
      migrations: join(repository, 'services', owner, 'src', 'db', 'migrations'),
      replication: owner === 'relay',
    }))
    .filter(({ migrations }) => existsSync(migrations));
}
