import { envNameOf, roleOf, roleSettingsOf, schemaOf, schemaOwners } from '@parley/core';

/** A service that has its own schema and login role. */
export type Owner = {
  /** The folder of the service under `services/`. */
  readonly service: string;
  readonly schema: string;
  readonly role: string;
  /** The part of the names of environment variables that stands for the service: `PARLEY_<env>_DATABASE_PASSWORD`. */
  readonly env: string;
  /** Settings of PostgreSQL that the role has. */
  readonly settings: Readonly<Record<string, string>>;
  /** Whether the service reads the replication slot. */
  readonly replication: boolean;
};

/** All owners in the order of migration. */
export const owners: readonly Owner[] = schemaOwners.map((service) => ({
  service,
  schema: schemaOf(service),
  role: roleOf(service),
  env: envNameOf(service),
  settings: roleSettingsOf(service),
  replication: service === 'relay',
}));
