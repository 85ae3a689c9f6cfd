import {
  ConfigError,
  envInt,
  envList,
  envNameOf,
  envString,
  loadConfig,
  ownsSchema,
  type ServiceName,
  serviceNames,
} from '@parley/core';

export type ProcessConfig = {
  services: readonly ServiceName[];
  /** Those of them whose only replica is the one of this process. Other services of this process call them directly. */
  local: readonly ServiceName[];
  ops: { host: string; port: number };
  /** The environment for the services. Addresses that are not needed are filled in. */
  env: NodeJS.ProcessEnv;
};

const isService = (name: string): name is ServiceName => serviceNames.some((known) => known === name);

/** The environment variables with their types and defaults. */
export const environment = {
  PARLEY_SERVICES: envList(serviceNames)
    .refine((names) => names.every(isService), `must be names of services: ${serviceNames.join(', ')}`)
    .meta({ accepts: 'names of services separated by commas' }),
  PARLEY_PROCESS_DATABASE_CONNECTIONS: envInt(0, 0, 5_000),
  PARLEY_RPC_HOST: envString('127.0.0.1'),
  PARLEY_OPS_HOST: envString('127.0.0.1'),
  PARLEY_OPS_PORT: envInt(0, 0, 65_535),
};

const addressesOf = (service: ServiceName): string => `PARLEY_${envNameOf(service)}_ADDRESSES`;

/** A service of this process is local if no addresses are set. @throws ConfigError naming every invalid value */
export function loadProcessConfig(env: NodeJS.ProcessEnv): ProcessConfig {
  const read = loadConfig(environment, env);
  const services = serviceNames.filter((name) => read.PARLEY_SERVICES.includes(name));
  if (services.length === 0) throw new ConfigError(['PARLEY_SERVICES: must name at least one service']);
  const local = services.filter((name) => !env[addressesOf(name)]);
  const filled = Object.fromEntries(local.map((name) => [addressesOf(name), 'in-process']));
  const hosts = services.map((name) => [`PARLEY_${envNameOf(name)}_RPC_HOST`, read.PARLEY_RPC_HOST]);
  return {
    services,
    local,
    ops: { host: read.PARLEY_OPS_HOST, port: read.PARLEY_OPS_PORT },
    env: {
      ...Object.fromEntries(hosts),
      ...poolsOf(services, read.PARLEY_PROCESS_DATABASE_CONNECTIONS),
      ...env,
      ...filled,
    },
  };
}

/** A pool has at least 2 connections: one may wait for a lock that another holds. */
const minPool = 2;
/** Share of a service in the connections of its process, compared with the other services. */
const shareOf = (service: ServiceName): number => (service === 'messaging' ? 1.6 : 1);

/**
 * Divides the connections of the process among the pools of its services, in proportion to the default sizes of these pools. The relay has
 * no pool.
 * @returns the variables with the sizes; none when `connections` is 0, which leaves each pool its default size
 * @throws ConfigError when there are too few connections for the services
 */
function poolsOf(services: readonly ServiceName[], connections: number): Record<string, string> {
  if (connections === 0) return {};
  const owners = services.filter((name) => ownsSchema(name) && name !== 'relay');
  const shares = owners.reduce((sum, name) => sum + shareOf(name), 0);
  const sizes = owners.map((name) => Math.floor((connections * shareOf(name)) / shares));
  if (sizes.some((size) => size < minPool)) {
    const atLeast = Math.ceil(minPool * shares);
    throw new ConfigError([
      `PARLEY_PROCESS_DATABASE_CONNECTIONS: must be 0 or at least ${atLeast} for these services`,
    ]);
  }
  return Object.fromEntries(
    owners.map((name, at) => [`PARLEY_${envNameOf(name)}_DATABASE_CONNECTIONS`, String(sizes[at])]),
  );
}
