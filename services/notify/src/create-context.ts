import { systemClock } from '@parley/core';
import type { Registry } from 'prom-client';
import type { Clients } from './clients.ts';
import type { NotifyConfig } from './config.ts';
import type { Ctx } from './context.ts';
import { createMailTransport } from './mail/transport.ts';
import { createTelemetry } from './telemetry.ts';

type ContextOptions = Pick<Ctx, 'db' | 'directory' | 'interests' | 'logger'> & {
  config: NotifyConfig;
  clients: Clients;
  registry: Registry;
};

/** Creates the dependencies of handlers and workers from the parts of the service. */
export function createContext({ config, clients, registry, ...parts }: ContextOptions): Ctx {
  const { userAdmin, messaging, activity } = clients;
  return {
    ...parts,
    userAdmin,
    messaging,
    activity,
    transport: createMailTransport(config.mail, parts.logger),
    publicUrl: config.publicUrl,
    host: new URL(config.publicUrl).hostname,
    secretKey: config.secretKey,
    idleMs: config.idleMs,
    clock: systemClock,
    telemetry: createTelemetry(parts.db, registry),
  };
}
