import { runService } from '@parley/service-kit';
import { loadServiceConfig } from './config.ts';
import { createService } from './service.ts';

runService('integrations', (env) => createService(loadServiceConfig(env)));
