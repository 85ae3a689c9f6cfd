import { join, resolve } from 'node:path';
import {
  ConfigError,
  envChoice,
  envInt,
  envList,
  envNatsUrl,
  envString,
  envUrl,
  loadConfig,
  readSignInFile,
  recordOf,
  type ServiceName,
  serviceNames,
} from '@parley/core';
import { z } from 'zod';

export type Replicas = Readonly<Record<ServiceName, number>>;

export type LauncherConfig = {
  /** Host name or address at which clients reach the gateway, or the balancer of several gateways, and the control server. */
  host: string;
  port: number;
  /** Base URL at which clients reach Parley. */
  publicUrl: string;
  /** Further names of this machine at which the gateway and the control server answer (`ownHosts` of @parley/core). */
  hosts: readonly string[];
  /** Port of the control server (`startControl`); undefined without one. */
  controlPort: number | undefined;
  /** Whether the embedded PostgreSQL waits until data is on disk. If not, a crash of the machine can destroy the data. */
  fsync: boolean;
  /** Whether to stop as soon as everything is ready. Builds of images use this to create the data. */
  onlyPrepare: boolean;
  /** Absolute path of the folder for all data. */
  dataDir: string;
  /** A PostgreSQL database to use instead of the embedded server. */
  databaseUrl: string | undefined;
  /** A direct connection with a role that has REPLICATION. Undefined for the service's own role. */
  relayDatabaseUrl: string | undefined;
  /** URL of a NATS server to use instead of the embedded one. */
  natsUrl: string | undefined;
  /** Whether all services run in one process, or each replica of a service in a process of its own. */
  layout: 'combined' | 'separate';
  /** Number of replicas of each service. In one process, there is one of each. */
  replicas: Replicas;
  /**
   * Initial content of an empty deployment: the demo organization, an organization with only its owner, or nothing. In the last
   * case, the first owner creates the organization.
   */
  seed: 'demo' | 'busy' | 'owner' | 'none';
  /** Whether people sign in with passwords. The file of `PARLEY_SIGN_IN_FILE` may switch them off. */
  hasPasswords: boolean;
  logLevel: string;
  /** Absolute path of the folder that contains `services/`. */
  projectRoot: string;
};

const MAX_REPLICAS = 16;
const POSTGRES_SCHEMES = ['postgres', 'postgresql'];

const variables = {
  PARLEY_HOST: envString('127.0.0.1'),
  PARLEY_PORT: envInt(9991, 1, 65535),
  PARLEY_PUBLIC_URL: envUrl(['http', 'https']).optional(),
  PARLEY_GATEWAY_HOSTS: envList([]),
  PARLEY_CONTROL_PORT: envInt(0, 0, 65535),
  PARLEY_FSYNC: envChoice(['on', 'off'], 'on'),
  PARLEY_ONLY_PREPARE: envChoice(['no', 'yes'], 'no'),
  PARLEY_DATA_DIR: envString('.parley'),
  PARLEY_DATABASE_URL: envUrl(POSTGRES_SCHEMES).optional(),
  PARLEY_RELAY_DATABASE_URL: envUrl(POSTGRES_SCHEMES).optional(),
  PARLEY_NATS_URL: envNatsUrl().optional(),
  PARLEY_LAYOUT: envChoice(['combined', 'separate']).optional(),
  PARLEY_REPLICAS: z.string().default('').transform(parseReplicas),
  PARLEY_SEED: envChoice(['demo', 'busy', 'owner', 'none'], 'demo'),
  PARLEY_SIGN_IN_FILE: envString(''),
  PARLEY_LOG_LEVEL: envChoice(['trace', 'debug', 'info', 'warn', 'error', 'fatal'], 'info'),
};

/** @throws ConfigError when values do not fit each other */
function checkTogether(
  values: { readonly [Name in Checked]?: string | undefined },
  hasSeveral: boolean,
): void {
  if (values.PARLEY_RELAY_DATABASE_URL !== undefined && values.PARLEY_DATABASE_URL === undefined) {
    throw new ConfigError([
      'PARLEY_RELAY_DATABASE_URL: is the direct way to the database of PARLEY_DATABASE_URL, which is not set.',
    ]);
  }
  if (hasSeveral && values.PARLEY_LAYOUT === 'combined') {
    throw new ConfigError([
      'PARLEY_REPLICAS: several replicas need processes of their own, so PARLEY_LAYOUT must be separate or unset.',
    ]);
  }
}

type Checked = 'PARLEY_DATABASE_URL' | 'PARLEY_RELAY_DATABASE_URL' | 'PARLEY_LAYOUT';

/** Relative paths are below the project's folder. @throws ConfigError with a list of invalid values */
export function readConfig(env: NodeJS.ProcessEnv): LauncherConfig {
  const values = loadConfig(variables, env);
  const replicas = values.PARLEY_REPLICAS;
  const hasSeveral = Object.values(replicas).some((count) => count > 1);
  checkTogether(values, hasSeveral);
  const signInFile = values.PARLEY_SIGN_IN_FILE;
  const projectRoot = join(import.meta.dirname, '../../..');
  return {
    host: values.PARLEY_HOST,
    port: values.PARLEY_PORT,
    publicUrl: values.PARLEY_PUBLIC_URL ?? `http://127.0.0.1:${values.PARLEY_PORT}`,
    hosts: values.PARLEY_GATEWAY_HOSTS,
    controlPort: values.PARLEY_CONTROL_PORT || undefined,
    fsync: values.PARLEY_FSYNC === 'on',
    onlyPrepare: values.PARLEY_ONLY_PREPARE === 'yes',
    dataDir: resolve(projectRoot, values.PARLEY_DATA_DIR),
    databaseUrl: values.PARLEY_DATABASE_URL,
    relayDatabaseUrl: values.PARLEY_RELAY_DATABASE_URL,
    natsUrl: values.PARLEY_NATS_URL,
    layout: values.PARLEY_LAYOUT ?? (hasSeveral ? 'separate' : 'combined'),
    replicas,
    seed: values.PARLEY_SEED,
    hasPasswords: signInFile === '' || readSignInFile(signInFile, env).password,
    logLevel: values.PARLEY_LOG_LEVEL,
    projectRoot,
  };
}

/** Parses a text such as `gateway=2,event-queue=2`. Services that are not listed have one replica. */
function parseReplicas(text: string, ctx: z.RefinementCtx): Replicas {
  const replicas: Record<ServiceName, number> = { ...oneEach };
  const seen = new Set<string>();
  for (const part of text.split(',').map((each) => each.trim())) {
    if (part === '') continue;
    const problem = readReplicas(part, replicas, seen);
    if (problem !== undefined) ctx.addIssue({ code: 'custom', message: problem });
  }
  return replicas;
}

const oneEach = recordOf(serviceNames, () => 1);

function readReplicas(
  part: string,
  replicas: Record<ServiceName, number>,
  seen: Set<string>,
): string | undefined {
  const [name = '', count = ''] = part.split('=').map((each) => each.trim());
  const service = serviceNames.find((each) => each === name);
  if (service === undefined) return `there is no service "${name}" (there are ${serviceNames.join(', ')})`;
  if (seen.has(service)) return `${service} stands there twice`;
  seen.add(service);
  if (!/^\d+$/.test(count) || Number(count) < 1 || Number(count) > MAX_REPLICAS) {
    return `${service} must have between 1 and ${MAX_REPLICAS} replicas`;
  }
  replicas[service] = Number(count);
  return undefined;
}
