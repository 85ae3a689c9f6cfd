export { loadServiceConfig, type RelayConfig } from './config.ts';
export { createService, type RelayService } from './service.ts';
