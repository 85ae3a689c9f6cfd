export { type IntegrationsConfig, loadServiceConfig } from './config.ts';
export { createService } from './service.ts';
