export { loadServiceConfig, type UserAdminConfig } from './config.ts';
export { createService } from './service.ts';
