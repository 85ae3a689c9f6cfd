import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { errorMessage, roleOf, roleSettingsOf, schemaOf, schemaOwners, sleep } from '@parley/core';
import { type MigrateOptions, migrate } from '@parley/db';
import {
  ensureNatsServer,
  initPostgres,
  isPostgresInitialized,
  type ManagedServer,
  startNats,
  startPostgres,
} from '@parley/embedded';
import pg from 'pg';
import type { LauncherConfig } from './config.ts';
import type { DataDir } from './data-dir.ts';
import type { LogView } from './log-view.ts';
import type { ProcessesFile } from './processes-file.ts';
import type { Secrets } from './secrets.ts';

export type ServerContext = {
  config: LauncherConfig;
  dataDir: DataDir;
  secrets: Secrets;
  processes: ProcessesFile;
  view: LogView;
};

const DATABASE = 'parley';
/**
 * Delay in milliseconds before a restart after an exit that no signal forced. Such an exit usually results from a signal that
 * the server handled (after SIGTERM, NATS exits with code 1). If all processes got that signal, it also reaches the launcher
 * within this time, which prevents the restart.
 */
const EXIT_PAUSE_MS = 250;

/** An embedded PostgreSQL or NATS server, which is restarted whenever it exits until `stop`. */
export class EmbeddedServer {
  readonly #server: ManagedServer;
  readonly #name: string;
  readonly #context: ServerContext;
  readonly #stopping = new AbortController();
  #restarting: Promise<void>;

  constructor(server: ManagedServer, name: string, context: ServerContext) {
    this.#server = server;
    this.#name = name;
    this.#context = context;
    this.#restarting = this.#restartUntilStopped();
  }

  /** Prevents further restarts. */
  disableRestarts(): void {
    this.#stopping.abort();
  }

  async stop(): Promise<void> {
    this.disableRestarts();
    await this.#server.stop();
    await this.#restarting;
  }

  /** Kills the server immediately. It recovers at its next start. */
  kill(): void {
    this.disableRestarts();
    this.#server.kill(this.#name === 'postgresql' ? 'SIGQUIT' : 'SIGKILL');
  }

  async #restartUntilStopped(): Promise<void> {
    const { processes, view } = this.#context;
    const { signal } = this.#stopping;
    for (;;) {
      processes.started(this.#name, 1, this.#server.pid);
      const exit = await this.#server.exited;
      processes.ended(this.#name, 1);
      if (exit.signal === null) await sleep(EXIT_PAUSE_MS, signal).catch(() => {});
      if (signal.aborted) return;
      view.say(`${this.#server.name} ended (${exit.signal ?? `exit code ${exit.code}`}); starting it again`);
      if (!(await this.#startAgain())) return;
      if (signal.aborted) {
        // `stop` was called during the restart, perhaps before there was a process that it could stop.
        await this.#server.stop();
        return;
      }
      view.say(`${this.#server.name} is back`);
    }
  }

  async #startAgain(): Promise<boolean> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      try {
        await this.#server.start();
        return true;
      } catch (error) {
        this.#context.view.say(errorMessage(error));
        await sleep(1_000, signal).catch(() => {});
      }
    }
    return false;
  }
}

/** Connection URLs of the database. */
export type DatabasePlace = {
  databaseUrl: string;
  relayDatabaseUrl: string | undefined;
  embedded?: EmbeddedServer;
};

/** Checks the configured external PostgreSQL, or creates and starts the embedded one. */
export async function obtainPostgres(context: ServerContext): Promise<DatabasePlace> {
  const { config, dataDir, secrets, view } = context;
  if (config.databaseUrl !== undefined) {
    view.say('Checking the PostgreSQL server');
    const { checkPostgres } = await import('./checks.ts');
    await checkPostgres(config.databaseUrl, config.relayDatabaseUrl);
    return { databaseUrl: config.databaseUrl, relayDatabaseUrl: config.relayDatabaseUrl };
  }
  const dir = join(dataDir.path, 'postgresql');
  const password = secrets.adminPassword;
  if (!isPostgresInitialized(dir)) {
    view.say('Creating the PostgreSQL data directory');
    await initPostgres({ dir, password, noSync: !config.fsync });
  }
  view.say('Starting PostgreSQL');
  const server = await startPostgres({
    dir,
    password,
    logFile: join(dataDir.logs, 'postgresql.log'),
    settings: config.fsync ? {} : { fsync: false, full_page_writes: false },
  });
  const embedded = new EmbeddedServer(server, 'postgresql', context);
  try {
    await ensureDatabase(server.url);
  } catch (error) {
    await embedded.stop();
    throw error;
  }
  return { databaseUrl: server.socketUrl(DATABASE), relayDatabaseUrl: undefined, embedded };
}

/** Checks the configured external NATS server, or starts the embedded one. */
export async function obtainNats(
  context: ServerContext,
): Promise<{ natsUrl: string; embedded?: EmbeddedServer }> {
  const { config, dataDir, secrets, view } = context;
  if (config.natsUrl !== undefined) {
    view.say('Checking the NATS server');
    const { checkNats } = await import('./checks.ts');
    await checkNats(config.natsUrl);
    return { natsUrl: config.natsUrl };
  }
  const binary = await ensureNatsServer({ onProgress: (line) => view.say(line) });
  view.say(`Starting NATS ${binary.version} (${binary.source})`);
  const server = await startNats({
    dir: join(dataDir.path, 'nats'),
    token: secrets.natsToken,
    logFile: join(dataDir.logs, 'nats.log'),
    // A power loss may destroy the entries since the last fsync. The relay detects that and starts a new epoch of the event
    // log.
    syncInterval: '10s',
    binary,
  });
  return { natsUrl: server.url, embedded: new EmbeddedServer(server, 'nats', context) };
}

async function ensureDatabase(url: string): Promise<void> {
  await asAdmin(url, async (client) => {
    const { rows } = await client.query('select 1 from pg_database where datname = $1', [DATABASE]);
    if (rows.length === 0) await client.query(`create database ${DATABASE}`);
  });
}

/** @throws MigrationError when the database's recorded migrations contradict the files */
export async function migrateDatabase(
  { config, secrets, view }: ServerContext,
  place: DatabasePlace,
): Promise<void> {
  const services = schemaOwners.map((owner) => ({
    schema: schemaOf(owner),
    role: roleOf(owner),
    password: secrets.databasePasswords[owner],
    settings: roleSettingsOf(owner),
    migrations: join(config.projectRoot, 'services', owner, 'dist/db/migrations'),
    // A configured relay URL uses another role, which must already have REPLICATION.
    replication: owner === 'relay' && place.relayDatabaseUrl === undefined,
  })) satisfies MigrateOptions['services'];
  await migrate({
    adminUrl: place.databaseUrl,
    services: services.filter(({ migrations }) => existsSync(migrations)),
    onMigration: (schema, name) => view.say(`Migrating ${schema}: ${name}`),
  });
  if (place.relayDatabaseUrl === undefined) return;
  const relayUser = decodeURIComponent(new URL(place.relayDatabaseUrl).username);
  if (relayUser === roleOf('relay')) return;
  await asAdmin(place.databaseUrl, async (client) => {
    await client.query(`grant ${roleOf('relay')} to ${pg.escapeIdentifier(relayUser)}`);
  });
}

async function asAdmin(url: string, use: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await use(client);
  } finally {
    await client.end();
  }
}
