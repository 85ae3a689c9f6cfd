import { join } from 'node:path';

export { loadServiceConfig, type UserAdminConfig } from './config.ts';
export { createService, type UserAdminService } from './service.ts';

/** The schema this service owns. */
export const schema = 'user_admin';
/** Folder of its migrations, in source and in what is built. */
export const migrations = join(import.meta.dirname, 'db', 'migrations');
