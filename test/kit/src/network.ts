import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger, ParleyError, type ServiceName, serviceNames } from '@parley/core';
import { freePort } from '@parley/embedded';
import { SharedLog } from '@parley/event-log';
import { TEST_LOG_BYTES } from '@parley/event-log/testing';
import { UserAdminServiceService } from '@parley/proto/useradmin/v1/user_admin';
import { backgroundCall, type Call, createRpcClient, LocalServices, type RpcClient } from '@parley/rpc';
import { createRegistry, type Service } from '@parley/service-kit';
import {
  createTestDatabase,
  type ServerUrls,
  sharedServers,
  type TestDatabase,
  uniqueName,
  until,
  warnings,
} from '@parley/test-servers';
import { ApiClient, type Credentials } from './api-client.ts';
import { freeze, freezeEvent } from './freeze.ts';
import { LogHead, merged } from './log-head.ts';
import type { AnyNetwork } from './network-interface.ts';
import { Organization } from './organization.ts';
import { createService } from './services.ts';

export type Replica = { service: ServiceName; index: number; ports: Ports; env: NodeJS.ProcessEnv };
type Ports = { rpc: number; ops: number; http: number };
/** What services in one process share. */
type Combined = { local: LocalServices; sharedLog: SharedLog };
type Running = { service: Service; registry: ReturnType<typeof createRegistry> };
type Labels = Readonly<Record<string, string>>;

export type NetworkOptions = {
  /** Number of replicas by service. Default: 1 each. */
  replicas?: Partial<Record<ServiceName, number>>;
  /** Dedicated servers. Default: the servers that the whole test run shares. */
  servers?: ServerUrls;
  /** Runs on the migrated database before any service starts. It can restore a backup, for instance. */
  prepare?: (database: TestDatabase) => Promise<void>;
  /** Host name at which clients reach the gateway. Default: 127.0.0.1. Passkeys do not work with an IP address. */
  publicHost?: string;
  /**
   * `combined`: services with one replica call each other's handlers directly and share what they need of the log, as in one process; those with several replicas
   * are like processes of their own. `separate`: all calls go over the network. Default: `PARLEY_TEST_LAYOUT`, otherwise
   * `combined`, which takes two thirds of the processor time.
   */
  layout?: 'combined' | 'separate';
  /** Additional environment variables for every service. */
  env?: Readonly<Record<string, string>>;
};

/** Runs all of Parley in this process, with its own database and its own prefix for NATS subjects. */
export class Network implements AnyNetwork {
  readonly database: TestDatabase;
  readonly prefix: string;
  /** Folder in which uploaded files are stored. */
  readonly uploadDir: string;
  readonly replicas: readonly Replica[];
  readonly #running = new Map<Replica, Running>();
  readonly #logHead: LogHead;
  /** What services with one replica share; undefined when each service is like a process of its own. */
  readonly #combined: Combined | undefined;
  #nextGateway = 0;

  private constructor(
    database: TestDatabase,
    prefix: string,
    uploadDir: string,
    replicas: readonly Replica[],
    logHead: LogHead,
    combined: Combined | undefined,
  ) {
    this.database = database;
    this.prefix = prefix;
    this.uploadDir = uploadDir;
    this.replicas = replicas;
    this.#logHead = logHead;
    this.#combined = combined;
  }

  /** Starts all services and waits until every replica is ready. */
  static async start(options: NetworkOptions = {}): Promise<Network> {
    const servers = options.servers ?? sharedServers();
    const database = await createTestDatabase(servers);
    await options.prepare?.(database);
    const prefix = uniqueName('t');
    const uploadDir = await mkdtemp(join(tmpdir(), 'parley-uploads-'));
    const replicas: Replica[] = [];
    for (const service of serviceNames.toReversed()) {
      for (let index = 0; index < (options.replicas?.[service] ?? 1); index++) {
        const ports = { rpc: await freePort(), ops: await freePort(), http: await freePort() };
        replicas.push({ service, index, ports, env: {} });
      }
    }
    for (const replica of replicas) {
      const env = environmentOf(replica, replicas, servers, database, prefix);
      Object.assign(replica.env, env, { PARLEY_UPLOAD_DIR: uploadDir }, options.env);
      if (options.publicHost !== undefined) {
        replica.env.PARLEY_PUBLIC_URL = replica.env.PARLEY_PUBLIC_URL!.replace(
          '127.0.0.1',
          options.publicHost,
        );
      }
    }
    const logHead = await LogHead.follow(servers.nats, prefix, database.adminUrl);
    const layout = options.layout ?? process.env.PARLEY_TEST_LAYOUT ?? 'combined';
    const single = serviceNames.filter((service) => (options.replicas?.[service] ?? 1) === 1);
    const combined = layout === 'combined' ? combine(single) : undefined;
    const network = new Network(database, prefix, uploadDir, replicas, logHead, combined);
    try {
      await Promise.all(replicas.map((replica) => network.startReplica(replica)));
    } catch (error) {
      await network.stop();
      throw error;
    }
    return network;
  }

  async startReplica(replica: Replica): Promise<void> {
    await until(`${replica.service} ${replica.index} has started`, () => this.#tryToStart(replica));
    await until(`${replica.service} ${replica.index} is ready`, async () => {
      const answer = await fetch(`http://127.0.0.1:${replica.ports.ops}/readyz`).catch(() => undefined);
      return answer?.ok;
    });
  }

  /**
   * Starts a service. Returns false if PostgreSQL or NATS did not answer in time, as may happen on a busy machine. In
   * production, the process would exit and be restarted.
   */
  async #tryToStart(replica: Replica): Promise<boolean> {
    const registry = createRegistry();
    const service = await createService(replica.service, replica.env, {
      registry,
      ...(this.of(replica.service).length === 1 && this.#combined),
      ...(!process.env.PARLEY_LOG_LEVEL && { logger: warningsOf(replica) }),
    });
    this.#running.set(replica, { service, registry });
    try {
      await service.start();
      return true;
    } catch (error) {
      if (!(error instanceof ParleyError) || error.code !== 'UNAVAILABLE') throw error;
      return false;
    }
  }

  async stopReplica(replica: Replica): Promise<void> {
    const running = this.#running.get(replica);
    this.#running.delete(replica);
    await running?.service.stop();
  }

  of(service: ServiceName): Replica[] {
    return this.replicas.filter((replica) => replica.service === service);
  }

  /** Creates the organization. The network must not have one yet. */
  async found(): Promise<void> {
    await this.asOperator((userAdmin, call) => userAdmin.createOrganization(Organization.founding, call));
  }

  /** Runs calls with the rights of an operator. */
  async asOperator<T>(
    run: (userAdmin: RpcClient<typeof UserAdminServiceService>, call: Call) => Promise<T>,
  ): Promise<T> {
    const [userAdmin] = this.of('user-admin');
    const operator = createRpcClient(UserAdminServiceService, {
      addresses: [`127.0.0.1:${userAdmin!.ports.rpc}`],
      secret: userAdmin!.env.PARLEY_RPC_SECRET!,
    });
    try {
      return await run(operator, backgroundCall({ timeoutMs: 180_000 }));
    } finally {
      operator.close();
    }
  }

  /** Returns the base URL of a running gateway. Consecutive calls return the gateways in turn. */
  gatewayUrl = (): string => {
    const gateways = this.of('gateway').filter((replica) => this.#running.has(replica));
    const gateway = gateways[this.#nextGateway++ % gateways.length];
    if (!gateway) throw new Error('No gateway is running.');
    return `http://127.0.0.1:${gateway.ports.http}`;
  };

  /** Returns a client of the HTTP API. Its requests are distributed over the gateways. */
  client(credentials?: Credentials): ApiClient {
    return new ApiClient(this.gatewayUrl, credentials);
  }

  /**
   * Resolves when all changes committed before the call are in the event log, and every service that reads the log has
   * processed them.
   */
  async caughtUp(): Promise<void> {
    const sequence = await this.#logHead.reached();
    await Promise.all(
      [...this.#running].map(([{ service, index }, { registry }]) =>
        merged(`${service} ${index}`, registry, sequence),
      ),
    );
  }

  /**
   * Returns the sum of a metric's values that have the labels, of a replica or of all running replicas of a service.
   * @throws Error if no running replica has the metric
   */
  async metric(of: ServiceName | Replica, name: string, labels: Labels = {}): Promise<number> {
    const registries = [...this.#running].flatMap(([replica, { registry }]) =>
      replica === of || replica.service === of ? [registry] : [],
    );
    const all = await Promise.all(
      registries.flatMap((registry) => registry.getSingleMetric(name)?.get() ?? []),
    );
    if (all.length === 0) throw new Error(`There is no metric ${name}`);
    return all
      .flatMap((metric) => metric.values)
      .filter((each) => Object.entries(labels).every(([label, value]) => each.labels[label] === value))
      .reduce((sum, { value }) => sum + value, 0);
  }

  /** Resolves when the `event-queue` replicas together have at least `count` waiting polls. */
  async pollsWaiting(count: number): Promise<void> {
    const waiting = () => this.metric('event-queue', 'parley_event_queue_waiting_polls');
    await until(`${count} polls wait`, async () => (await waiting()) >= count);
  }

  async stop(): Promise<void> {
    this.#combined?.local.close();
    for (const service of serviceNames)
      await Promise.all(this.of(service).map((replica) => this.stopReplica(replica)));
    await this.#combined?.sharedLog.close();
    await this.#logHead.close();
    await this.database.drop();
    await rm(this.uploadDir, { recursive: true, force: true });
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }
}

const combine = (services: readonly ServiceName[]): Combined => ({
  local: new LocalServices(services, { inspect: freeze }),
  sharedLog: new SharedLog('parley-test', { inspect: freezeEvent }),
});

const warningsOf = ({ service }: Replica) => createLogger({ service, level: 'warn', destination: warnings });

const upper = (service: ServiceName): string => service.replaceAll('-', '_').toUpperCase();

function environmentOf(
  { service, ports }: Replica,
  all: readonly Replica[],
  servers: ServerUrls,
  database: TestDatabase,
  prefix: string,
): NodeJS.ProcessEnv {
  const addresses = serviceNames.map((name) => [
    `PARLEY_${upper(name)}_ADDRESSES`,
    all
      .filter((replica) => replica.service === name)
      .map((replica) => `127.0.0.1:${replica.ports.rpc}`)
      .join(','),
  ]);
  const own = `PARLEY_${upper(service)}`;
  const gateway = all.find((replica) => replica.service === 'gateway');
  return {
    ...Object.fromEntries(addresses),
    PARLEY_ENV: 'development',
    PARLEY_LOG_LEVEL: process.env.PARLEY_LOG_LEVEL ?? 'fatal',
    PARLEY_RPC_SECRET: 'a secret between services of a test',
    PARLEY_SECRET_KEY: 'a key of 32 or more characters for tests',
    PARLEY_NATS_URL: servers.nats,
    PARLEY_NATS_PREFIX: prefix,
    PARLEY_RELAY_LOG_MAX_BYTES: String(TEST_LOG_BYTES),
    // Very high limits: a slow test machine must not cause requests to be rejected. Tests of overload set lower limits.
    PARLEY_GATEWAY_TARGET_MS: '60000',
    PARLEY_GATEWAY_MAX_LAG_MS: '60000',
    PARLEY_USER_ADMIN_PASSWORD_HASHES: 'quick',
    PARLEY_PUBLIC_URL: `http://127.0.0.1:${gateway?.ports.http}`,
    [`${own}_RPC_HOST`]: '127.0.0.1',
    [`${own}_RPC_PORT`]: String(ports.rpc),
    [`${own}_OPS_HOST`]: '127.0.0.1',
    [`${own}_OPS_PORT`]: String(ports.ops),
    [`${own}_HTTP_HOST`]: '127.0.0.1',
    [`${own}_HTTP_PORT`]: String(ports.http),
    ...(service !== 'gateway' &&
      service !== 'event-queue' && { [`${own}_DATABASE_URL`]: database.urlOf(service) }),
  };
}
