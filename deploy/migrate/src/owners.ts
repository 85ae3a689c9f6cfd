import { envNameOf, roleOf, roleSettingsOf, schemaOf, schemaOwners } from '@parley/core';

/** A service that has its own schema and login role. */
export type Owner = {
  /** Name of the service's folder in `services/`. */
  readonly service: string;
  readonly schema: string;
  readonly role: string;
  /** The service's name within environment variables such as `PARLEY_<env>_DATABASE_PASSWORD`. */
  readonly env: string;
  /** PostgreSQL settings of the role. */
  readonly settings: Readonly<Record<string, string>>;
  /** Whether the service reads the replication slot, and so needs REPLICATION. */
  readonly replication: boolean;
};

export const owners: readonly Owner[] = schemaOwners.map((service) => ({
  service,
  schema: schemaOf(service),
  role: roleOf(service),
  env: envNameOf(service),
  settings: roleSettingsOf(service),
  replication: service === 'relay',
}));
