export { type EventQueueConfig, loadServiceConfig } from './config.ts';
export { createService, type EventQueueService } from './service.ts';
