export { type GatewayConfig, loadServiceConfig } from './config.ts';
export { routes, transfers } from './http/routes.ts';
export { createService, type Gateway } from './service.ts';
