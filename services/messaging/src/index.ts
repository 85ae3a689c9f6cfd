export { loadServiceConfig, type MessagingConfig } from './config.ts';
export { createService } from './service.ts';
