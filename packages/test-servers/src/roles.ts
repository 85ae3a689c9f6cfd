import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ServiceSchema } from '@parley/db';

/** Services with a schema, by folder name. */
const owners = ['messaging', 'channel', 'user-admin', 'upload', 'relay'] as const;
export type SchemaOwner = (typeof owners)[number];

const repository = join(import.meta.dirname, '..', '..', '..');

/** Password of every service role in tests. */
export const rolePassword = 'parley-test';

/** The login role of a schema. */
export const roleOf = (owner: SchemaOwner): string => `parley_${owner.replaceAll('-', '_')}`;

/** Schemas, roles and migrations of all services that have any, for `migrate`. */
export function serviceSchemas(): ServiceSchema[] {
  return owners
    .map((owner) => ({
      schema: owner.replaceAll('-', '_'),
      role: roleOf(owner),
      password: rolePassword,
      migrations: join(repository, 'services', owner, 'src', 'db', 'migrations'),
      replication: owner === 'relay',
    }))
    .filter(({ migrations }) => existsSync(migrations));
}
