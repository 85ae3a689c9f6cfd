export { type ChannelConfig, loadServiceConfig } from './config.ts';
export { type ChannelService, createService } from './service.ts';
