import { runService } from '@parley/service-kit';
import { createService } from './service.ts';

runService('relay', createService);
