export { loadServiceConfig, type NotifyConfig } from './config.ts';
export { createService } from './service.ts';
