import { envNameOf, roleOf, schemaOf, schemaOwners } from '@parley/core';

/** A service that has its own schema and login role. */
export type Owner = {
  /** Its folder under `services/`. */
  readonly service: string;
  readonly schema: string;
  readonly role: string;
  /** Its part of the names of environment variables: `PARLEY_<env>_DATABASE_PASSWORD`. */
  readonly env: string;
  /** Whether it reads the replication slot. */
  readonly replication: boolean;
};

/** All owners in the order of migration. */
export const owners: readonly Owner[] = schemaOwners.map((service) => ({
  service,
  schema: schemaOf(service),
  role: roleOf(service),
  env: envNameOf(service),
  replication: service === 'relay',
}));
