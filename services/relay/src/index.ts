import { join } from 'node:path';

export { loadServiceConfig, type RelayConfig } from './config.ts';
export { createService, type RelayService } from './service.ts';

/** Schema this service owns. */
export const schema = 'relay';
/** Its numbered migrations; the same relative place in sources and build. */
export const migrations = join(import.meta.dirname, 'db', 'migrations');
