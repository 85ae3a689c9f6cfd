import { join } from 'node:path';

export { loadServiceConfig, type UploadConfig } from './config.ts';
export { createService, type UploadService } from './service.ts';

/** What `migrate` needs to know of this service. */
export const schema = 'upload';
export const migrationsFolder: string = join(import.meta.dirname, 'db', 'migrations');
