import { runService } from '@parley/service-kit';
import { loadServiceConfig } from './config.ts';
import { createService } from './service.ts';

runService('upload', (env) => createService(loadServiceConfig(env)));
