import {
  ConfigError,
  envInt,
  envList,
  envNameOf,
  envString,
  loadConfig,
  type ServiceName,
  serviceNames,
} from '@parley/core';

export type ProcessConfig = {
  /** The services that this process runs. */
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
  PARLEY_OPS_HOST: envString('127.0.0.1'),
  PARLEY_OPS_PORT: envInt(0, 0, 65_535),
};

const addressesOf = (service: ServiceName): string => `PARLEY_${envNameOf(service)}_ADDRESSES`;

/**
 * Reads the environment variables of the process. A service of this process is local if no addresses of its replicas are set.
 * @throws ConfigError naming every invalid value
 */
export function loadProcessConfig(env: NodeJS.ProcessEnv): ProcessConfig {
  const read = loadConfig(environment, env);
  const services = serviceNames.filter((name) => read.PARLEY_SERVICES.includes(name));
  if (services.length === 0) throw new ConfigError(['PARLEY_SERVICES: must name at least one service']);
  const local = services.filter((name) => !env[addressesOf(name)]);
  const filled = Object.fromEntries(local.map((name) => [addressesOf(name), 'in-process']));
  return {
    services,
    local,
    ops: { host: read.PARLEY_OPS_HOST, port: read.PARLEY_OPS_PORT },
    env: { ...env, ...filled },
  };
}
