export { loadServiceConfig, type NotifyConfig } from './config.ts';
export { createService, type NotifyService } from './service.ts';
