export { loadServiceConfig, type MessagingConfig } from './config.ts';
export { createService, type MessagingService } from './service.ts';
