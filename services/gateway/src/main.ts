import { runService } from '@parley/service-kit';
import { loadServiceConfig } from './config.ts';
import { createService } from './service.ts';

runService('gateway', (env) => createService(loadServiceConfig(env)));
