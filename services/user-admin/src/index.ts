export { loadServiceConfig, type UserAdminConfig } from './config.ts';
export { createService, type UserAdminService } from './service.ts';
