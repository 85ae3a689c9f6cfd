import * as channel from '@parley/channel';
import * as eventQueue from '@parley/event-queue';
import * as gateway from '@parley/gateway';
import * as messaging from '@parley/messaging';
import * as relay from '@parley/relay';
import type { Service } from '@parley/service-kit';
import * as upload from '@parley/upload';
import * as userAdmin from '@parley/user-admin';

/** Every service by folder name: creates it from environment variables, as its process would. */
export const services = {
  relay: (env) => relay.createService(relay.loadServiceConfig(env)),
  'user-admin': (env) => userAdmin.createService(userAdmin.loadServiceConfig(env)),
  channel: (env) => channel.createService(channel.loadServiceConfig(env)),
  messaging: (env) => messaging.createService(messaging.loadServiceConfig(env)),
  upload: (env) => upload.createService(upload.loadServiceConfig(env)),
  'event-queue': (env) => eventQueue.createService(eventQueue.loadServiceConfig(env)),
  gateway: (env) => gateway.createService(gateway.loadServiceConfig(env)),
} as const satisfies Record<string, (env: NodeJS.ProcessEnv) => Service>;

export type ServiceName = keyof typeof services;
export const serviceNames = Object.keys(services) as ServiceName[];
