export { loadServiceConfig, type UploadConfig } from './config.ts';
export { createService } from './service.ts';
