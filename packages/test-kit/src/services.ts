import type { Service } from '@parley/service-kit';

/**
 * Every service by folder name: creates it from environment variables, as its process would. Loaded when it is wanted:
 * whoever tests containers needs none of them.
 */
export const services = {
  relay: (env) => import('@parley/relay').then((it) => it.createService(it.loadServiceConfig(env))),
  'user-admin': (env) =>
    import('@parley/user-admin').then((it) => it.createService(it.loadServiceConfig(env))),
  channel: (env) => import('@parley/channel').then((it) => it.createService(it.loadServiceConfig(env))),
  messaging: (env) => import('@parley/messaging').then((it) => it.createService(it.loadServiceConfig(env))),
  upload: (env) => import('@parley/upload').then((it) => it.createService(it.loadServiceConfig(env))),
  'event-queue': (env) =>
    import('@parley/event-queue').then((it) => it.createService(it.loadServiceConfig(env))),
  gateway: (env) => import('@parley/gateway').then((it) => it.createService(it.loadServiceConfig(env))),
} as const satisfies Record<string, (env: NodeJS.ProcessEnv) => Promise<Service>>;

export type ServiceName = keyof typeof services;
export const serviceNames = Object.keys(services) as ServiceName[];
