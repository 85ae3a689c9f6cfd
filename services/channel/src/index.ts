import { join } from 'node:path';

export { type ChannelConfig, loadServiceConfig } from './config.ts';
export { type ChannelService, createService } from './service.ts';

/** What `migrate` needs to know of this service. */
export const schema = 'channel';
export const migrationsFolder: string = join(import.meta.dirname, 'db', 'migrations');
