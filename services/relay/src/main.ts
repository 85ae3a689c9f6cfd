import { runService } from '@parley/service-kit';
import { loadServiceConfig } from './config.ts';
import { createService } from './service.ts';

runService('relay', (env) => createService(loadServiceConfig(env)));
