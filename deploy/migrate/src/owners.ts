import { envNameOf, roleOf, schemaOf, schemaOwners } from '@parley/core';

/** A service with a schema and a login role of its own. */
export type Owner = {
  /** Its folder under `services/`. */
  readonly service: string;
  readonly schema: string;
  readonly role: string;
  /** The part of its variables' names: `PARLEY_<env>_DATABASE_PASSWORD`. */
  readonly env: string;
  /** It reads the replication slot. */
  readonly replication: boolean;
};

/** All of them, in the order in which they are migrated. */
export const owners: readonly Owner[] = schemaOwners.map((service) => ({
  service,
  schema: schemaOf(service),
  role: roleOf(service),
  env: envNameOf(service),
  replication: service === 'relay',
}));
