import type { Service } from '@parley/service-kit';

export const serviceNames = [
  'relay',
  'user-admin',
  'channel',
  'messaging',
  'upload',
  'event-queue',
  'gateway',
] as const;
export type ServiceName = (typeof serviceNames)[number];

/**
 * Every service by folder name: creates it from environment variables, as its process would. Loaded when it is wanted:
 * whoever tests containers needs none of them.
 */
export const services: Record<ServiceName, (env: NodeJS.ProcessEnv) => Promise<Service>> = {
  relay: (env) => import('@parley/relay').then((it) => it.createService(it.loadServiceConfig(env))),
  'user-admin': (env) =>
    import('@parley/user-admin').then((it) => it.createService(it.loadServiceConfig(env))),
  channel: (env) => import('@parley/channel').then((it) => it.createService(it.loadServiceConfig(env))),
  messaging: (env) => import('@parley/messaging').then((it) => it.createService(it.loadServiceConfig(env))),
  upload: (env) => import('@parley/upload').then((it) => it.createService(it.loadServiceConfig(env))),
  'event-queue': (env) =>
    import('@parley/event-queue').then((it) => it.createService(it.loadServiceConfig(env))),
  gateway: (env) => import('@parley/gateway').then((it) => it.createService(it.loadServiceConfig(env))),
};
