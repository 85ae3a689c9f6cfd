import { join } from 'node:path';

export { loadServiceConfig, type MessagingConfig } from './config.ts';
export { createService, type MessagingService } from './service.ts';

/** Schema this service owns. */
export const schema = 'messaging';
/** Its numbered migrations; the same relative place in sources and build. */
export const migrations = join(import.meta.dirname, 'db', 'migrations');
