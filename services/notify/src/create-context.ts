import { createSealer, systemClock } from '@parley/core';
import { createScope } from '@parley/facts';
import { Failures } from '@parley/outside';
import { backgroundCall } from '@parley/rpc';
import type { Registry } from 'prom-client';
import type { Clients } from './clients.ts';
import type { NotifyConfig } from './config.ts';
import type { Ctx } from './context.ts';
import { forwarderIdentity } from './db/forwarder-identity.ts';
import { createMailTransport } from './mail/transport.ts';
import { createPhoneTransport } from './push/phone-transport.ts';
import { permissionReporter } from './push/report-permission.ts';
import { createPushTransport } from './push/transport.ts';
import { createVapid } from './push/vapid.ts';
import { createTelemetry } from './telemetry.ts';

type ContextOptions = Pick<Ctx, 'db' | 'factCache' | 'interests' | 'logger'> & {
  config: NotifyConfig;
  clients: Clients;
  registry: Registry;
};

/** Time limit of a lookup that runs in the background, in milliseconds. */
const lookUpWithinMs = 10_000;

/** After a push service did not answer, in milliseconds. Doubles with each failure. */
const silenceMs = { first: 10_000, longest: 600_000 };

/** Creates the dependencies of handlers and workers from the parts of the service. */
export function createContext({ config, clients, registry, ...parts }: ContextOptions): Ctx {
  const { userAdmin, messaging, channel, files, activity } = clients;
  return {
    ...parts,
    userAdmin,
    messaging,
    channel,
    files,
    activity,
    transport: createMailTransport(config.mail, parts.logger),
    mailsPerMinute: config.mailsPerMinute,
    push: createPushTransport({
      guard: config.push,
      authorization: createVapid(config.secretKey, config.push.contact),
      folder: config.mail.smtpUrl === '' ? config.mail.folder : '',
      now: systemClock.now,
    }),
    phones: createPhoneTransport({
      config: config.phones,
      identity: () => forwarderIdentity(parts.db),
      publicUrl: config.publicUrl,
      timeoutMs: config.push.timeoutMs,
      now: systemClock.now,
      onPermission: permissionReporter(
        userAdmin,
        parts.logger,
        config.phones.fcm.credentialsFile !== '' || config.phones.apns.keyFile !== '',
      ),
      organizationName: () =>
        createScope(parts.factCache, backgroundCall({ timeoutMs: lookUpWithinMs }))
          .settings()
          .then(({ name }) => name),
    }),
    silentHosts: new Failures(silenceMs.first, silenceMs.longest),
    mailIn: config.mailIn,
    publicUrl: config.publicUrl,
    host: new URL(config.publicUrl).hostname,
    secretKey: config.secretKey,
    secretKeys: config.secretKeys,
    sealer: createSealer(config.secretKeys, 'parley mails'),
    idleMs: config.idleMs,
    clock: systemClock,
    telemetry: createTelemetry(parts.db, registry),
  };
}
