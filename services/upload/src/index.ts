export { loadServiceConfig, type UploadConfig } from './config.ts';
export { createService, type UploadService } from './service.ts';
