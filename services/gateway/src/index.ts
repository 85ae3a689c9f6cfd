export { type GatewayConfig, loadServiceConfig } from './config.ts';
export { routes } from './http/routes.ts';
export { createService, type Gateway } from './service.ts';
