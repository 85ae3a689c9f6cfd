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

const owner = (service: string, replication = false): Owner => {
  const schema = service.replaceAll('-', '_');
  return { service, schema, role: `parley_${schema}`, env: schema.toUpperCase(), replication };
};

/** All of them, in the order in which they are migrated. */
export const owners: readonly Owner[] = [
  owner('messaging'),
  owner('channel'),
  owner('user-admin'),
  owner('upload'),
  owner('relay', true),
];
