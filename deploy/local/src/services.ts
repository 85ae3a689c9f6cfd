/** The services, in the order in which they are listed and logged. */
export const serviceNames = [
  'gateway',
  'messaging',
  'channel',
  'user-admin',
  'upload',
  'event-queue',
  'relay',
] as const;

export type ServiceName = (typeof serviceNames)[number];

/** Services with a schema and a login role of their own. */
export const schemaOwners = ['messaging', 'channel', 'user-admin', 'upload', 'relay'] as const;

export type SchemaOwner = (typeof schemaOwners)[number];

export function ownsSchema(service: ServiceName): service is SchemaOwner {
  return (schemaOwners as readonly string[]).includes(service);
}

/** `user-admin` → `user_admin`. */
export function schemaOf(service: SchemaOwner): string {
  return service.replaceAll('-', '_');
}

/** `user-admin` → `parley_user_admin`. */
export function roleOf(service: SchemaOwner): string {
  return `parley_${schemaOf(service)}`;
}

/** `user-admin` → `USER_ADMIN`, the part of its variables' names. */
export function envNameOf(service: ServiceName): string {
  return service.replaceAll('-', '_').toUpperCase();
}
