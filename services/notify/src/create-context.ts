import { systemClock } from '@parley/core';
import { Failures } from '@parley/outside';
import type { Registry } from 'prom-client';
import type { Clients } from './clients.ts';
import type { NotifyConfig } from './config.ts';
import type { Ctx } from './context.ts';
import { createMailTransport } from './mail/transport.ts';
import { createPushTransport } from './push/transport.ts';
import { createVapid } from './push/vapid.ts';
import { createTelemetry } from './telemetry.ts';

type ContextOptions = Pick<Ctx, 'db' | 'directory' | 'interests' | 'logger'> & {
  config: NotifyConfig;
  clients: Clients;
  registry: Registry;
};

/** How long a push service that does not answer is not requested. */
const silenceMs = { first: 10_000, longest: 600_000 };

/** Creates the dependencies of handlers and workers from the parts of the service. */
export function createContext({ config, clients, registry, ...parts }: ContextOptions): Ctx {
  const { userAdmin, messaging, activity } = clients;
  return {
    ...parts,
    userAdmin,
    messaging,
    activity,
    transport: createMailTransport(config.mail, parts.logger),
    push: createPushTransport({
      guard: config.push,
      authorization: createVapid(config.secretKey, config.push.contact),
      folder: config.mail.smtpUrl === '' ? config.mail.folder : '',
      now: systemClock.now,
    }),
    silentHosts: new Failures(silenceMs.first, silenceMs.longest),
    publicUrl: config.publicUrl,
    host: new URL(config.publicUrl).hostname,
    secretKey: config.secretKey,
    idleMs: config.idleMs,
    clock: systemClock,
    telemetry: createTelemetry(parts.db, registry),
  };
}
