import { join } from 'node:path';
import {
  envNameOf,
  ownsSchema,
  roleOf,
  type SchemaOwner,
  type ServiceName,
  serviceNames,
} from '@parley/core';
import type { LauncherConfig, Replicas } from './config.ts';
import { demoLogins } from './demo.ts';
import type { Secrets } from './secrets.ts';

/** Name of a process that runs all services, in processes.json and of its log. */
export const combinedName = 'parley';

/** One process: a replica of a service, or all services. */
export type ProcessPlan = {
  /** Name of the service, or `parley` for all services. */
  service: ServiceName | typeof combinedName;
  services: readonly ServiceName[];
  /** Number of the replica, counted from 1. */
  replica: number;
  /** Complete environment of the process. */
  env: Readonly<Record<string, string>>;
  /** Port on 127.0.0.1 at which the process serves /readyz and /metrics. */
  opsPort: number;
  /** Port on 127.0.0.1 at which a gateway serves HTTP; undefined for other services. */
  httpPort: number | undefined;
};

/** Address of one replica of a service for calls of operators, which the launcher makes. */
export const addressOf = (plans: readonly ProcessPlan[], service: 'user-admin' | 'importing'): string => {
  const plan = plans.find(({ services }) => services.includes(service));
  return `${HOST}:${plan?.env[`PARLEY_${envNameOf(service)}_RPC_PORT`]}`;
};

/** Returns the variables with which commands of operators (`parley …`) reach the running services. */
export function commandsEnv(plans: readonly ProcessPlan[], { rpcSecret }: Pick<Secrets, 'rpcSecret'>) {
  const addresses = (['user-admin', 'importing', 'channel', 'messaging'] as const).flatMap((service) => {
    const name = `PARLEY_${envNameOf(service)}`;
    const ports = plans
      .filter(({ services }) => services.includes(service))
      .flatMap(({ env }) => env[`${name}_RPC_PORT`] ?? []);
    return ports.length === 0
      ? []
      : [[`${name}_ADDRESSES`, ports.map((port) => `${HOST}:${port}`).join(',')] as const];
  });
  return { ...Object.fromEntries(addresses), PARLEY_RPC_SECRET: rpcSecret };
}

export type PlanInput = {
  config: Pick<
    LauncherConfig,
    'host' | 'port' | 'publicUrl' | 'layout' | 'replicas' | 'logLevel' | 'projectRoot' | 'dataDir'
  >;
  secrets: Secrets;
  /** Database URL of the administrator. Services get URLs with their own roles, derived from it. */
  databaseUrl: string;
  /** Database URL of the relay; undefined if none is configured separately. */
  relayDatabaseUrl: string | undefined;
  natsUrl: string;
  /** Free ports to assign. Their number must be `portsNeeded(replicas)`. */
  ports: readonly number[];
  /** Environment of the launcher. The started processes inherit some of its variables. */
  inherited: NodeJS.ProcessEnv;
};

const HOST = '127.0.0.1';

/** Variables that services must not inherit, because they contain administrators' credentials. */
const ownVariables = new Set(['PARLEY_DATABASE_URL', 'PARLEY_RELAY_DATABASE_URL', 'PARLEY_NATS_URL']);

/**
 * Maximum size of a half of V8's young generation in MiB, for services that stream files or archives. A small size saves memory. The
 * gateway has more than `upload`, because that makes answering polls cheaper, which is most of its work. The chart uses the same sizes.
 */
const semiSpace: ReadonlyMap<ServiceName, number> = new Map([
  ['gateway', 4],
  ['upload', 2],
  ['importing', 4],
]);
/** The same for a process with all services. */
const combinedSemiSpace = 8;
const withFlag = (size: number, options = ''): string => `${options} --max-semi-space-size=${size}`.trim();

/**
 * Time in milliseconds for which a stopping gateway continues to serve if there are several. It is as long as three checks of
 * the balancer (`checkEveryMs`). Otherwise, closing the port would break connections that the balancer forwards before it
 * notices the stop.
 */
const drainMs = 750;

/** Returns how many free ports `planProcesses` needs. */
export function portsNeeded(replicas: Replicas): number {
  const processes = serviceNames.reduce((sum, service) => sum + replicas[service], 0);
  // One more port is for incoming mail.
  return processes * 2 + (replicas.gateway > 1 ? replicas.gateway : 0) + 1;
}

/** A single gateway listens on the public port; several listen behind the balancer. */
export function planProcesses(input: PlanInput): ProcessPlan[] {
  const ports = [...input.ports];
  const takePort = (): number => {
    const port = ports.shift();
    if (port === undefined) throw new Error('the plan was given too few ports');
    return port;
  };
  return input.config.layout === 'combined' ? [planCombined(input, takePort)] : planSeparate(input, takePort);
}

/** The only ports for calls are those of `user-admin`, `importing` and `messaging`, for operators. */
function planCombined(input: PlanInput, takePort: () => number): ProcessPlan {
  const { config } = input;
  const opsPort = takePort();
  const shared = sharedEnv(input, takePort());
  const own = Object.entries(shared).filter(([name]) => !addressVariables.has(name));
  return {
    service: combinedName,
    services: serviceNames,
    replica: 1,
    opsPort,
    httpPort: config.port,
    env: {
      ...Object.fromEntries(own),
      ...Object.fromEntries(
        serviceNames
          .filter(ownsSchema)
          .map((service) => [`PARLEY_${envNameOf(service)}_DATABASE_URL`, databaseUrlOf(service, input)]),
      ),
      PARLEY_SERVICES: serviceNames.join(','),
      PARLEY_OPS_HOST: HOST,
      PARLEY_OPS_PORT: String(opsPort),
      PARLEY_USER_ADMIN_RPC_HOST: HOST,
      PARLEY_USER_ADMIN_RPC_PORT: String(takePort()),
      PARLEY_IMPORTING_RPC_HOST: HOST,
      PARLEY_IMPORTING_RPC_PORT: String(takePort()),
      PARLEY_MESSAGING_RPC_HOST: HOST,
      PARLEY_MESSAGING_RPC_PORT: String(takePort()),
      PARLEY_GATEWAY_HTTP_HOST: config.host,
      PARLEY_GATEWAY_HTTP_PORT: String(config.port),
      PARLEY_GATEWAY_DEMO_LOGINS: JSON.stringify(demoLogins),
      PARLEY_USER_ADMIN_DEMO_PASSWORD: demoLogins.password,
      NODE_OPTIONS: withFlag(combinedSemiSpace, shared.NODE_OPTIONS),
    },
  };
}

function planSeparate(input: PlanInput, takePort: () => number): ProcessPlan[] {
  const { config } = input;
  const places = serviceNames.flatMap((service) =>
    Array.from({ length: config.replicas[service] }, (_, index) => ({
      service,
      replica: index + 1,
      rpcPort: takePort(),
      opsPort: takePort(),
      httpPort: service !== 'gateway' ? undefined : config.replicas.gateway === 1 ? config.port : takePort(),
    })),
  );
  const shared = { ...sharedEnv(input, takePort()), ...addressesOf(places) };
  // Behind the balancer, only this machine connects to gateways.
  const httpHost = config.replicas.gateway === 1 ? config.host : HOST;
  return places.map(({ service, replica, rpcPort, opsPort, httpPort }) => {
    const name = `PARLEY_${envNameOf(service)}`;
    const size = semiSpace.get(service);
    return {
      service,
      services: [service],
      replica,
      opsPort,
      httpPort,
      env: {
        ...shared,
        [`${name}_RPC_HOST`]: HOST,
        [`${name}_RPC_PORT`]: String(rpcPort),
        [`${name}_OPS_HOST`]: HOST,
        [`${name}_OPS_PORT`]: String(opsPort),
        ...(ownsSchema(service) ? { [`${name}_DATABASE_URL`]: databaseUrlOf(service, input) } : {}),
        ...(httpPort === undefined
          ? {}
          : { [`${name}_HTTP_HOST`]: httpHost, [`${name}_HTTP_PORT`]: String(httpPort) }),
        ...(service === 'gateway' &&
          config.replicas.gateway > 1 && {
            PARLEY_GATEWAY_DRAIN_MS: shared.PARLEY_GATEWAY_DRAIN_MS ?? String(drainMs),
          }),
        ...(service === 'gateway' && { PARLEY_GATEWAY_DEMO_LOGINS: JSON.stringify(demoLogins) }),
        ...(service === 'user-admin' && { PARLEY_USER_ADMIN_DEMO_PASSWORD: demoLogins.password }),
        ...(size !== undefined && { NODE_OPTIONS: withFlag(size, shared.NODE_OPTIONS) }),
      },
    };
  });
}

const addressVariables = new Set(serviceNames.map((service) => `PARLEY_${envNameOf(service)}_ADDRESSES`));

/** Returns the variables with the addresses of all replicas. */
const addressesOf = (places: readonly { service: ServiceName; rpcPort: number }[]): Record<string, string> =>
  Object.fromEntries(
    serviceNames.map((service) => [
      `PARLEY_${envNameOf(service)}_ADDRESSES`,
      places
        .filter((place) => place.service === service)
        .map((place) => `${HOST}:${place.rpcPort}`)
        .join(','),
    ]),
  );

function sharedEnv(
  { config, secrets, natsUrl, inherited }: PlanInput,
  mailInPort: number,
): Record<string, string> {
  const kept = Object.entries(inherited).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && !ownVariables.has(entry[0]),
  );
  return {
    ...Object.fromEntries(kept),
    NODE_COMPILE_CACHE: join(config.projectRoot, '.cache/compiled'),
    PARLEY_ENV: 'development',
    PARLEY_LOG_LEVEL: config.logLevel,
    PARLEY_RPC_SECRET: secrets.rpcSecret,
    PARLEY_SECRET_KEY: secrets.secretKey,
    PARLEY_NATS_URL: natsUrl,
    PARLEY_PUBLIC_URL: config.publicUrl,
    PARLEY_UPLOAD_DIR: join(config.dataDir, 'uploads'),
    PARLEY_MAIL_DIR: inherited.PARLEY_MAIL_DIR ?? join(config.dataDir, 'mail'),
    // All replicas of `notify` use the same port.
    PARLEY_MAIL_IN_HOST: HOST,
    PARLEY_MAIL_IN_PORT: inherited.PARLEY_MAIL_IN_PORT ?? String(mailInPort),
    PARLEY_MAIL_IN_DOMAIN: inherited.PARLEY_MAIL_IN_DOMAIN ?? 'parley.localhost',
  };
}

function databaseUrlOf(service: SchemaOwner, { databaseUrl, relayDatabaseUrl, secrets }: PlanInput): string {
  if (service === 'relay' && relayDatabaseUrl !== undefined) {
    // The configured role may be any role. So the URL sets the `search_path` that the relay's own role would have.
    const url = new URL(relayDatabaseUrl);
    url.searchParams.set('options', '-c search_path=relay,log');
    // `URLSearchParams` encodes spaces as `+`, which some URL parsers do not decode.
    url.search = url.search.replaceAll('+', '%20');
    return url.href;
  }
  const url = new URL(databaseUrl);
  url.username = roleOf(service);
  url.password = encodeURIComponent(secrets.databasePasswords[service]);
  return url.href;
}
