import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { serviceNames, sleep } from '@parley/core';
import { freePort, SetupError } from '@parley/embedded';
import { Balancer } from './balancer.ts';
import { checkPort } from './check-port.ts';
import { writeCommandsFile } from './commands-file.ts';
import type { LauncherConfig } from './config.ts';
import type { Control } from './control.ts';
import { DATA_DIR_VARIABLE, type DataDir, openDataDir } from './data-dir.ts';
import { createLogView, type LogView } from './log-view.ts';
import {
  addressOf,
  combinedName,
  commandsEnv,
  type ProcessPlan,
  planProcesses,
  portsNeeded,
} from './plan.ts';
import { type ProcessEntry, ProcessesFile } from './processes-file.ts';
import { Replica } from './replica.ts';
import { loadSecrets } from './secrets.ts';
import { isSeeded, loginLines, type SeedContext } from './seed-context.ts';
import {
  type EmbeddedServer,
  migrateDatabase,
  obtainNats,
  obtainPostgres,
  type ServerContext,
} from './servers.ts';

export type LauncherOptions = {
  config: LauncherConfig;
  /** Stream to which progress and logs are written. */
  output?: { write(text: string): unknown; isTTY?: boolean };
  /** Returns the path of the program of a process. Tests use it to start fake services. */
  entryOf?: (service: ProcessPlan['service']) => string;
  /** Creates the initial organization of an empty deployment. */
  seed?: (context: SeedContext) => Promise<void>;
  /** Returns instructions to print when no organization is seeded; an empty string prints none. */
  hint?: (context: SeedContext) => Promise<string>;
};

/** A complete Parley deployment on this machine. */
export type Launcher = {
  /** Base URL for clients. */
  readonly url: string;
  /** Whether the caller must stop the deployment as soon as it is ready. */
  readonly onlyPrepares: boolean;
  /** On failure, first stops everything that was started, and then rejects. */
  start(): Promise<void>;
  /** Stops the gateways, then the other services, then NATS and PostgreSQL. May be called during a start. */
  stop(): Promise<void>;
  kill(): void;
  /** Returns the running processes, as in processes.json. */
  processes(): ProcessEntry[];
  /** Returns internal addresses, for tests and measurements. Call it after the start. */
  inside(): Inside;
};

export type Inside = {
  /** URL for connecting to the database as its administrator. */
  databaseUrl: string;
  natsUrl: string;
  /** The replicas, including the port on 127.0.0.1 at which each serves /readyz and /metrics. */
  plans: readonly ProcessPlan[];
};

const READY_TIMEOUT_MS = 90_000;
/** The start fails after this many early exits of a replica that has not been ready yet. */
const MAX_EARLY_EXITS = 4;

const noSeed =
  'PARLEY_SIGN_IN_FILE switches passwords off, so no organization was made: its people would have no way in. Use the address of your company account to create one.';

/** Seeds an empty deployment. A launcher of a seeded one does not load the code for it, because it runs as long as the deployment. */
async function seedDemo(context: SeedContext): Promise<void> {
  if (!isSeeded(context)) await (await import('./seed.ts')).seedDemo(context);
}

const setupHint = async (context: SeedContext): Promise<string> =>
  (await import('./seed.ts')).setupHint(context);

export function createLauncher(options: LauncherOptions): Launcher {
  return new LocalLauncher(options);
}

class LocalLauncher implements Launcher {
  readonly #config: LauncherConfig;
  readonly #options: LauncherOptions;
  readonly #view: LogView;
  readonly #stopping = new AbortController();
  #starting: Promise<void> | undefined;
  #dataDir: DataDir | undefined;
  #processes: ProcessesFile | undefined;
  readonly #servers: EmbeddedServer[] = [];
  readonly #replicas: Replica[] = [];
  #balancer: Balancer | undefined;
  #control: Control | undefined;
  #inside: Inside | undefined;

  constructor(options: LauncherOptions) {
    this.#options = options;
    this.#config = options.config;
    this.#view = createLogView(options.output ?? process.stdout);
  }

  get url(): string {
    return `http://127.0.0.1:${this.#config.port}`;
  }

  get onlyPrepares(): boolean {
    return this.#config.onlyPrepare;
  }

  processes(): ProcessEntry[] {
    return this.#processes?.entries() ?? [];
  }

  inside(): Inside {
    if (!this.#inside) throw new Error('not started yet');
    return this.#inside;
  }

  async start(): Promise<void> {
    this.#starting = this.#startAll();
    try {
      await this.#starting;
    } catch (error) {
      await this.#tearDown();
      // If the start was interrupted by a stop, reports that instead of the errors that the stop caused.
      this.#checkStopping();
      throw error;
    }
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#starting?.catch(() => {});
    await this.#tearDown();
  }

  kill(): void {
    this.#stopping.abort();
    for (const each of [...this.#replicas, ...this.#servers]) each.kill();
    this.#dataDir?.release();
  }

  async #startAll(): Promise<void> {
    const config = this.#config;
    for (const service of config.layout === 'combined' ? ([combinedName] as const) : serviceNames) {
      if (!existsSync(this.#entryOf(service))) throw new SetupError(`The program ${service} is not built.`);
    }
    const dataDir = await openDataDir(config.dataDir, () => checkPort(config.host, config.port));
    this.#dataDir = dataDir;
    const processes = new ProcessesFile(dataDir.path);
    this.#processes = processes;
    const secrets = loadSecrets(dataDir.path);
    const context: ServerContext = { config, dataDir, secrets, processes, view: this.#view };

    const [place, nats] = await this.#startServers(context);
    this.#checkStopping();
    await migrateDatabase(context, place);
    const plans = planProcesses({
      config,
      secrets,
      databaseUrl: place.databaseUrl,
      relayDatabaseUrl: place.relayDatabaseUrl,
      natsUrl: nats.natsUrl,
      ports: await Promise.all(Array.from({ length: portsNeeded(config.replicas) }, () => freePort())),
      inherited: { ...process.env, [DATA_DIR_VARIABLE]: dataDir.path },
    });
    writeCommandsFile(dataDir.path, commandsEnv(plans, secrets));
    this.#inside = { databaseUrl: place.databaseUrl, natsUrl: nats.natsUrl, plans };
    await this.#startServices(plans, dataDir, processes);
    await this.#startBalancer(plans);
    this.#checkStopping();
    const hint = await this.#fill({
      organization: config.seed === 'none' ? 'owner' : config.seed,
      url: this.url,
      dataDir: dataDir.path,
      userAdminAddresses: [addressOf(plans, 'user-admin')],
      importingAddresses: [addressOf(plans, 'importing')],
      rpcSecret: secrets.rpcSecret,
      signal: this.#stopping.signal,
      say: (line) => this.#view.say(line),
    });
    this.#checkStopping();
    const { PARLEY_MAIL_IN_PORT: mailPort, PARLEY_MAIL_IN_DOMAIN: domain } = plans[0]?.env ?? {};
    this.#view.say(`Mail to ${domain} is taken at 127.0.0.1:${mailPort} (SMTP and LMTP)`);
    if (config.controlPort !== undefined) {
      const { startControl } = await import('./control.ts');
      this.#control = await startControl({
        config,
        dataDir,
        url: this.url,
        databaseUrl: place.databaseUrl,
        opsPorts: plans.map(({ opsPort }) => opsPort),
      });
    }
    this.#view.say([`Parley is ready at ${this.url}`, hint].filter(Boolean).join('\n'));
  }

  /** Unless its first owner creates the organization. Returns instructions for the person at the terminal. */
  async #fill(context: SeedContext): Promise<string> {
    const { seed = seedDemo, hint = setupHint } = this.#options;
    if (this.#config.seed === 'none') return hint(context);
    // The people of a seeded organization have nothing but passwords, with which seeding itself signs in, too.
    if (!this.#config.hasPasswords) {
      const link = await hint(context);
      return link === '' ? '' : `${noSeed}\n${link}`;
    }
    await seed(context);
    if (context.organization === 'busy') {
      const { keepPresent } = await import('./busy/present.ts');
      void keepPresent(context);
    }
    return loginLines(context.organization);
  }

  #entryOf(service: ProcessPlan['service']): string {
    const { entryOf } = this.#options;
    const folder = service === combinedName ? 'deploy' : 'services';
    return entryOf?.(service) ?? join(this.#config.projectRoot, folder, service, 'dist/main.js');
  }

  /** Each is registered as soon as it runs, so that `stop` ends it even if the other one fails. */
  async #startServers(context: ServerContext) {
    const remember = <T extends { embedded?: EmbeddedServer }>(obtained: T): T => {
      if (obtained.embedded) this.#servers.push(obtained.embedded);
      return obtained;
    };
    const both = [obtainPostgres(context).then(remember), obtainNats(context).then(remember)] as const;
    await Promise.allSettled(both);
    return Promise.all(both);
  }

  async #startServices(plans: ProcessPlan[], dataDir: DataDir, processes: ProcessesFile): Promise<void> {
    this.#view.say(
      this.#config.layout === 'combined'
        ? 'Starting all services in one process'
        : `Starting ${plans.length} service processes`,
    );
    for (const plan of plans) {
      const logFile = join(dataDir.logs, `${plan.service}-${plan.replica}.log`);
      this.#replicas.push(
        new Replica({ plan, entry: this.#entryOf(plan.service), logFile, view: this.#view, processes }),
      );
    }
    for (const replica of this.#replicas) replica.start();
    const deadline = performance.now() + READY_TIMEOUT_MS;
    await Promise.all(this.#replicas.map((replica) => this.#untilReady(replica, deadline)));
  }

  async #untilReady(replica: Replica, deadline: number): Promise<void> {
    for (;;) {
      this.#checkStopping();
      const answer = await replica.readiness();
      if (answer === 'ready') return;
      if (replica.earlyExits >= MAX_EARLY_EXITS) {
        throw new SetupError(
          `${replica.name} does not start: ${replica.lastComplaint ?? 'it gave no reason'}`,
        );
      }
      if (performance.now() > deadline) throw new SetupError(`${replica.name} does not get ready: ${answer}`);
      await sleep(50, this.#stopping.signal).catch(() => {});
    }
  }

  /** Starts the balancer if there are several gateways. A single gateway itself listens on the public port. */
  async #startBalancer(plans: ProcessPlan[]): Promise<void> {
    const backends = plans.flatMap(({ service, httpPort, opsPort }) =>
      service === 'gateway' && httpPort !== undefined ? [{ port: httpPort, opsPort }] : [],
    );
    const { host, port } = this.#config;
    if (backends.length > 1) this.#balancer = await Balancer.start({ host, port, backends });
  }

  async #tearDown(): Promise<void> {
    // The signal that stops the launcher may also end processes directly. They must not be restarted.
    for (const each of [...this.#replicas, ...this.#servers]) each.disableRestarts();
    this.#balancer?.drain();
    await this.#control?.close();
    const gateways = this.#replicas.filter((replica) => replica.service === 'gateway');
    const others = this.#replicas.filter((replica) => replica.service !== 'gateway');
    for (const group of [gateways, others, this.#servers])
      await Promise.all(group.map((each) => each.stop()));
    await this.#balancer?.close();
    this.#dataDir?.release();
  }

  #checkStopping(): void {
    if (this.#stopping.signal.aborted) throw new StoppedError('stopped during the start');
  }
}

/** Thrown by the start when `stop` interrupted it. */
export class StoppedError extends Error {
  override readonly name = 'StoppedError';
}
