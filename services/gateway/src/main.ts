import { freeBuffersEarly } from '@parley/rpc';
import { runService } from '@parley/service-kit';
import { loadServiceConfig } from './config.ts';
import { createService } from './service.ts';

freeBuffersEarly();
runService('gateway', (env) => createService(loadServiceConfig(env)));
