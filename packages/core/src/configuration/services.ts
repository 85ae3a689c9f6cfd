/**
 * The services of Parley, in the order in which lists show them and tests stop them. The gateway, the launcher, migrations, the
 * doctor (a diagnosis tool) and tests read this list. test/docs/services.test.ts names the other files to change for a
 * new service.
 */
const services = [
  { name: 'gateway', ownsSchema: false },
  { name: 'messaging', ownsSchema: true },
  { name: 'channel', ownsSchema: true },
  { name: 'user-admin', ownsSchema: true },
  { name: 'upload', ownsSchema: true },
  { name: 'notify', ownsSchema: true },
  { name: 'importing', ownsSchema: true },
  { name: 'integrations', ownsSchema: true },
  { name: 'event-queue', ownsSchema: false },
  { name: 'relay', ownsSchema: true },
] as const;

export type ServiceName = (typeof services)[number]['name'];

export type SchemaOwner = Extract<(typeof services)[number], { ownsSchema: true }>['name'];

export const serviceNames: readonly ServiceName[] = services.map(({ name }) => name);

/** Services with a database schema, in the order in which they are migrated. */
export const schemaOwners: readonly SchemaOwner[] = serviceNames.filter(ownsSchema);

export function ownsSchema(service: ServiceName): service is SchemaOwner {
  return services.some(({ name, ownsSchema: owns }) => name === service && owns);
}

/** Returns the database schema of a service: `user-admin` → `user_admin`. */
export const schemaOf = (service: SchemaOwner): string => service.replaceAll('-', '_');

/** Returns the database login role of a service: `user-admin` → `parley_user_admin`. */
export const roleOf = (service: SchemaOwner): string => `parley_${schemaOf(service)}`;

/** Settings of a service's login role. A transaction pooler may give each transaction another connection, so the role has them. */
export function roleSettingsOf(owner: SchemaOwner): Readonly<Record<string, string>> {
  // The relay sets these on each of its connections. No pooler is in between.
  if (owner === 'relay') return {};
  return {
    statement_timeout: '30s',
    idle_in_transaction_session_timeout: '30s',
    // For the long statements of messaging, planning takes longer than executing. Transactions whose best plan depends on the
    // values start with `plannedForValues` (@parley/db).
    ...(owner === 'messaging' && { plan_cache_mode: 'force_generic_plan', jit: 'off' }),
  };
}

/** Returns the name of a service in environment variables: `user-admin` → `USER_ADMIN`. */
export const envNameOf = (service: ServiceName): string => service.replaceAll('-', '_').toUpperCase();
