export { type ImportingConfig, loadServiceConfig } from './config.ts';
export { createService } from './service.ts';
