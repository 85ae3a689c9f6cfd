import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ServiceName } from '@parley/core';
import { freePort } from '@parley/embedded';
import {
  createLauncher,
  type Launcher,
  type ProcessEntry,
  readConfig,
  type SeedContext,
} from '@parley/local';
import { UserAdminServiceService } from '@parley/proto/useradmin/v1/user_admin';
import { backgroundCall, type Call, createRpcClient, type RpcClient } from '@parley/rpc';
import { until } from '@parley/test-servers';
import { ApiClient, type Credentials } from './api-client.ts';
import { followed, LogHead } from './log-head.ts';
import { Organization } from './organization.ts';

export type ClusterOptions = {
  replicas?: Partial<Record<ServiceName, number>>;
  /** Additional environment variables for the launcher and every service. */
  env?: Readonly<Record<string, string>>;
  /** Folder for the data. A later start with the same folder reuses the data. Default: a temporary folder. */
  dataDir?: string;
};

/** Root folder of another built version. Its services run instead of those of this version. */
const otherRoot = process.env.PARLEY_CLUSTER_ROOT || undefined;

/** Runs all of Parley as processes, with the launcher of `npm start`. The code must have been built. */
export class Cluster implements AsyncDisposable {
  readonly organization: Organization;
  readonly dataDir: string;
  readonly #launcher: Launcher;
  readonly #temporary: boolean;
  readonly #logHead: LogHead;
  #operator: SeedContext | undefined;

  /** Variables of this process that starting has changed, as they were. */
  #formerEnv: readonly (readonly [string, string | undefined])[] = [];

  private constructor(
    launcher: Launcher,
    dataDir: string,
    temporary: boolean,
    organization: Organization,
    logHead: LogHead,
  ) {
    this.#launcher = launcher;
    this.dataDir = dataDir;
    this.#temporary = temporary;
    this.organization = organization;
    this.#logHead = logHead;
  }

  static async start(options: ClusterOptions = {}): Promise<Cluster> {
    const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'parley-cluster-'));
    const replicas = Object.entries(options.replicas ?? {}).map(([name, count]) => `${name}=${count}`);
    const env = {
      PARLEY_DATA_DIR: dataDir,
      PARLEY_PORT: String(await freePort()),
      PARLEY_REPLICAS: replicas.join(','),
      PARLEY_LAYOUT: layoutFor(options),
      PARLEY_LOG_LEVEL: 'warn',
      ...options.env,
    };
    // Services inherit the environment of this process.
    const former = Object.keys(options.env ?? {}).map((name) => [name, process.env[name]] as const);
    Object.assign(process.env, options.env);
    let operator: SeedContext | undefined;
    const launcher = createLauncher({
      config: { ...readConfig(env), ...(otherRoot !== undefined && { projectRoot: otherRoot }) },
      output: { write: () => true },
      seed: (context) => {
        operator = context;
        return createOrganization(context);
      },
    });
    await launcher.start();
    const client = (credentials?: Credentials) => new ApiClient(launcher.url, credentials);
    const { natsUrl, databaseUrl } = launcher.inside();
    const logHead = await LogHead.follow(natsUrl, 'parley', databaseUrl);
    const cluster = new Cluster(
      launcher,
      dataDir,
      options.dataDir === undefined,
      await Organization.signIn(client),
      logHead,
    );
    cluster.#operator = operator;
    cluster.#formerEnv = former;
    return cluster;
  }

  /** Runs calls with the rights of an operator. */
  async asOperator<T>(
    run: (userAdmin: RpcClient<typeof UserAdminServiceService>, call: Call) => Promise<T>,
    timeoutMs = 180_000,
  ): Promise<T> {
    const { userAdminAddresses, rpcSecret } = this.#operator!;
    const client = createRpcClient(UserAdminServiceService, {
      addresses: [...userAdminAddresses],
      secret: rpcSecret,
    });
    try {
      return await run(client, backgroundCall({ timeoutMs }));
    } finally {
      client.close();
    }
  }

  get url(): string {
    return this.#launcher.url;
  }

  /** Ports of the gateways. Requests to them bypass the load balancer. */
  get gatewayPorts(): number[] {
    return this.#launcher
      .inside()
      .plans.flatMap(({ httpPort }) => (httpPort === undefined ? [] : [httpPort]));
  }

  /** Returns the port at which a replica (counted from 1) serves /readyz and /metrics. */
  opsPortOf(service: ServiceName, replica = 1): number {
    const { plans } = this.#launcher.inside();
    return plans.find((plan) => plan.services.includes(service) && plan.replica === replica)!.opsPort;
  }

  client(credentials?: Credentials): ApiClient {
    return new ApiClient(this.url, credentials);
  }

  /** URL for connecting to the database as its administrator. */
  get databaseUrl(): string {
    return this.#launcher.inside().databaseUrl;
  }

  /**
   * Resolves when all changes committed before the call are in the event log. Returns the log's sequence number at that point.
   */
  logReached(): Promise<number> {
    return this.#logHead.reached();
  }

  /**
   * Resolves when all changes committed before the call are in the event log, and every `event-queue` replica has read them.
   */
  async caughtUp(): Promise<void> {
    const sequence = await this.logReached();
    const queues = this.#launcher.inside().plans.filter(({ services }) => services.includes('event-queue'));
    await Promise.all(queues.map(({ opsPort }) => followed(`127.0.0.1:${opsPort}`, sequence)));
  }

  /** Subscribes to the event log. The result contains a promise that resolves when the next entry is published. */
  nextEntry(): Promise<{ published: Promise<void> }> {
    return this.#logHead.nextEntry();
  }

  /** Resolves when the `event-queue` replicas together have at least `count` pending polls. */
  async pollsWaiting(count: number): Promise<void> {
    await until(
      `${count} polls wait`,
      async () => (await this.metric('event-queue', 'parley_event_queue_waiting_polls')) >= count,
      60_000,
    );
  }

  /** Returns the sum of a metric over the replicas of a service. Ignores replicas that do not answer. */
  async metric(service: ServiceName, name: string): Promise<number> {
    const values = await this.#metricOf(service, name);
    return values.reduce((sum, { value }) => sum + value, 0);
  }

  /** Returns the number (counted from 1) of the first replica whose metric satisfies the condition; undefined without one. */
  async replicaWhere(
    service: ServiceName,
    name: string,
    holds: (value: number) => boolean,
  ): Promise<number | undefined> {
    return (await this.#metricOf(service, name)).find(({ value }) => holds(value))?.replica;
  }

  async #metricOf(service: ServiceName, name: string): Promise<{ replica: number; value: number }[]> {
    const plans = this.#launcher.inside().plans.filter(({ services }) => services.includes(service));
    const isOther = (line: string) => /[{,]service="/.test(line) && !line.includes(`service="${service}"`);
    const answers = await Promise.all(
      plans.map(async ({ replica, opsPort }) => {
        const signal = AbortSignal.timeout(1_000); // A frozen process does not answer.
        const page = await fetch(`http://127.0.0.1:${opsPort}/metrics`, { signal })
          .then((answer) => answer.text())
          .catch(() => undefined);
        if (page === undefined) return undefined;
        const lines = page
          .split('\n')
          .filter((line) => line.startsWith(`${name} `) || line.startsWith(`${name}{`))
          .filter((line) => !isOther(line));
        const value = lines.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' ') + 1)), 0);
        return { replica, value };
      }),
    );
    return answers.filter((answer) => answer !== undefined);
  }

  /** Returns the running processes, including PostgreSQL and NATS. */
  processes(): ProcessEntry[] {
    return this.#launcher.processes();
  }

  /** Returns the process ID of a replica (counted from 1). All services may run in one process. */
  pidOf(service: string, replica = 1): number {
    const process = this.#processOf(service);
    const entry = this.processes().find((each) => each.service === process && each.replica === replica);
    if (!entry) throw new Error(`${service} ${replica} does not run.`);
    return entry.pid;
  }

  /**
   * Sends a signal to a replica. Waits until the launcher has restarted the process, unless the signal only freezes or resumes
   * it.
   */
  async kill(service: string, replica = 1, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    const before = this.pidOf(service, replica);
    process.kill(before, signal);
    if (signal === 'SIGSTOP' || signal === 'SIGCONT') return;
    await until(`${service} ${replica} runs again`, () =>
      this.processes().some(
        (each) =>
          each.service === this.#processOf(service) && each.replica === replica && each.pid !== before,
      ),
    );
  }

  /** Returns the end of a service's raw log, for messages about failed tests. */
  logOf(service: string, replica = 1): string {
    const file = join(this.dataDir, 'logs', `${this.#processOf(service)}-${replica}.log`);
    return readFileSync(file, 'utf8').slice(-20_000);
  }

  /** Returns the name of the process in which a service runs, or that of a server. */
  #processOf(service: string): string {
    const { plans } = this.#launcher.inside();
    return plans.find(({ services }) => services.some((each) => each === service))?.service ?? service;
  }

  async stop(): Promise<void> {
    await this.#logHead.close();
    await this.#launcher.stop();
    if (this.#temporary) rmSync(this.dataDir, { recursive: true, force: true });
    for (const [name, value] of this.#formerEnv) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }
}

/** One process with all services, if `PARLEY_TEST_LAYOUT` is `combined` and the test needs no replicas. */
const layoutFor = ({ replicas = {} }: ClusterOptions): 'combined' | 'separate' =>
  process.env.PARLEY_TEST_LAYOUT === 'combined' && Object.keys(replicas).length === 0
    ? 'combined'
    : 'separate';

async function createOrganization({ userAdminAddresses, rpcSecret }: SeedContext): Promise<void> {
  const client = createRpcClient(UserAdminServiceService, {
    addresses: [...userAdminAddresses],
    secret: rpcSecret,
  });
  try {
    await client.createOrganization(Organization.founding, backgroundCall({ timeoutMs: 180_000 }));
  } finally {
    client.close();
  }
}
