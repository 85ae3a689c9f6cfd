import { spawn } from 'node:child_process';
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import pg from 'pg';
import { SetupError } from './errors.ts';
import { freePort } from './free-port.ts';
import { launchServer, type ManagedServer } from './managed-server.ts';
import { chooseAccount, type PostgresAccount } from './postgres-account.ts';
import { type PostgresBinaries, postgresBinaries } from './postgres-binaries.ts';
import { commandLine, endProcess, isAlive } from './processes.ts';

/** The administrator role of an embedded PostgreSQL. The caller chooses its password. */
const POSTGRES_ADMIN = 'parley_admin';
/** Major version of the embedded PostgreSQL, which its data directories must have. */
export const POSTGRES_VERSION = 18;

export type PostgresOptions = {
  /** Data directory. `initPostgres` creates it. */
  dir: string;
  /** Password of the role `POSTGRES_ADMIN`. */
  password: string;
  /** Port on 127.0.0.1. Default: a free one. */
  port?: number;
  /** File for the output of the server. Default: `<dir>.log`. */
  logFile?: string;
  /** PostgreSQL settings that are added to `defaultSettings` or replace them. */
  settings?: Record<string, string | number | boolean>;
};

/** An embedded PostgreSQL. `url` connects to the database `postgres` as the administrator. */
export type PostgresServer = ManagedServer & {
  /** Returns the connection URL of a database. Default for `as`: the administrator. */
  databaseUrl(database: string, as?: { user: string; password: string }): string;
  /** Like `databaseUrl`, but through the server's socket file. A round trip takes less processor time, on both sides. */
  socketUrl(database: string): string;
};

/**
 * Settings that Parley needs: logical decoding, enough slots for many relays (tests run many on one server), and a limit for
 * the write-ahead log that an unread slot retains. Clients connect only through 127.0.0.1 or the socket file, and with a password.
 */
const defaultSettings = {
  listen_addresses: '127.0.0.1',
  password_encryption: 'scram-sha-256',
  max_connections: 200,
  shared_buffers: '128MB',
  wal_level: 'logical',
  max_replication_slots: 64,
  max_wal_senders: 64,
  max_slot_wal_keep_size: '4GB',
  max_wal_size: '2GB',
  log_destination: 'stderr',
  logging_collector: false,
  log_timezone: 'UTC',
  timezone: 'UTC',
} satisfies PostgresOptions['settings'];

/** Maximum length of the path of a socket file in bytes; less than 104, which is the least of all systems. */
const maxSocketPath = 100;

/**
 * Returns the folder of the socket file: the data directory, which only the server's account can enter. Empty if the path would be too
 * long, or the file system cannot have such files, like some folders that containers share with their host.
 */
async function socketFolderOf(dir: string, port: number): Promise<string> {
  if (Buffer.byteLength(join(dir, `.s.PGSQL.${port}`)) > maxSocketPath) return '';
  const path = join(dir, '.s.probe');
  rmSync(path, { force: true });
  const probing = createServer();
  const { promise, resolve } = Promise.withResolvers<boolean>();
  probing.once('error', () => resolve(false));
  // Closing it also removes the file.
  probing.listen(path, () => probing.close(() => resolve(true)));
  return (await promise) ? dir : '';
}

/** Returns whether a directory is a PostgreSQL data directory. */
export function isPostgresInitialized(dir: string): boolean {
  return existsSync(join(dir, 'PG_VERSION'));
}

/**
 * Creates a data directory with UTF-8, the builtin locale C.UTF-8 (which sorts in the same way on every machine), checksums,
 * and SCRAM passwords for all roles. Replaces what an interrupted attempt has left.
 *
 * @throws SetupError when the directory is not empty, or PostgreSQL cannot create it on this machine
 */
export async function initPostgres(
  options: Pick<PostgresOptions, 'dir' | 'password'> & {
    /** Whether to skip fsync. A crash of the machine may then destroy the new directory. */ noSync?: boolean;
  },
): Promise<void> {
  const dir = resolve(options.dir);
  const { binaries, account } = await prepareToRun(dir);
  if (existsSync(dir) && readdirSync(dir).length > 0) throw new SetupError(`${dir} is not empty.`);
  const fresh = `${dir}.new`;
  const passwordFile = `${dir}.password`;
  rmSync(fresh, { recursive: true, force: true });
  makeOwned(fresh, account, (path) => mkdirSync(path, { mode: 0o700 }));
  makeOwned(passwordFile, account, (path) => writeFileSync(path, options.password, { mode: 0o600 }));
  try {
    await run(account, binaries.initdb, [
      ...['-D', fresh, '-U', POSTGRES_ADMIN, '--pwfile', passwordFile, '--auth', 'scram-sha-256'],
      ...[
        '--encoding',
        'UTF8',
        '--locale',
        'C',
        '--locale-provider',
        'builtin',
        '--builtin-locale',
        'C.UTF-8',
      ],
      ...(options.noSync ? ['--no-sync'] : []),
    ]);
    writeFileSync(join(fresh, 'postgresql.conf'), "include_if_exists 'parley.conf'\n");
    renameSync(fresh, dir);
  } finally {
    rmSync(passwordFile, { force: true });
    rmSync(fresh, { recursive: true, force: true });
  }
}

/**
 * Starts PostgreSQL on a data directory. Resolves when it accepts connections. First it shuts down a server on the same
 * directory that was left running when its parent process was killed, or waits for one that is shutting down.
 *
 * @throws SetupError when the data directory has another version, or the server does not start
 */
export async function startPostgres(options: PostgresOptions): Promise<PostgresServer> {
  const dir = resolve(options.dir);
  const version = readFileSync(join(dir, 'PG_VERSION'), 'utf8').trim();
  if (version !== String(POSTGRES_VERSION)) {
    throw new SetupError(
      `${dir} is of PostgreSQL ${version}; this Parley runs PostgreSQL ${POSTGRES_VERSION}.`,
    );
  }
  const { binaries, account } = await prepareToRun(dir);
  const port = options.port ?? (await freePort());
  const databaseUrl: PostgresServer['databaseUrl'] = (database, as) =>
    connectionUrl(port, database, as ?? { user: POSTGRES_ADMIN, password: options.password });
  const socketFolder = await socketFolderOf(dir, port);
  const server = await launchServer({
    name: 'PostgreSQL',
    port,
    url: databaseUrl('postgres'),
    logFile: options.logFile ?? `${dir}.log`,
    startTimeoutMs: 60_000,
    stopSignal: 'SIGINT',
    stopTimeoutMs: 20_000,
    prepare: async () => {
      await endLeftover(dir);
      const settings = {
        ...defaultSettings,
        unix_socket_directories: socketFolder,
        port,
        ...options.settings,
      };
      makeOwned(join(dir, 'parley.conf'), account, (path) => writeFileSync(path, renderSettings(settings)));
    },
    command: () => {
      const { file, args, options: owner } = account.wrap(binaries.postgres, ['-D', dir]);
      return { file, args, options: { ...owner, cwd: '/', env: programEnvironment() } };
    },
    probe: () => probe(databaseUrl('postgres')),
    // After the main process was killed, its child processes still use the shared memory for a short time.
    retryable: (log) => /shared memory block|lock file "postmaster.pid"/.test(log),
  });
  return Object.assign(server, {
    databaseUrl,
    socketUrl: (database: string) => throughSocket(databaseUrl(database), socketFolder),
  });
}

async function prepareToRun(dir: string): Promise<{ binaries: PostgresBinaries; account: PostgresAccount }> {
  const binaries = await postgresBinaries();
  mkdirSync(dirname(dir), { recursive: true });
  const account = chooseAccount(existsSync(dir) ? dir : dirname(dir), binaries.postgres);
  return { binaries, account };
}

function makeOwned(path: string, account: PostgresAccount, make: (path: string) => void): void {
  make(path);
  if (account.owner) chownSync(path, account.owner.uid, account.owner.gid);
}

async function endLeftover(dir: string): Promise<void> {
  const pidFile = join(dir, 'postmaster.pid');
  if (!existsSync(pidFile)) return;
  const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0]);
  if (isAlive(pid) && commandLine(pid).includes(dir)) await endProcess(pid, 'SIGINT', 20_000);
}

function renderSettings(settings: Record<string, string | number | boolean>): string {
  const lines = Object.entries(settings).map(
    ([name, value]) => `${name} = '${String(value).replaceAll("'", "''")}'`,
  );
  return `# Written at every start.\n${lines.join('\n')}\n`;
}

/** Only the variables that they need, because variables such as PGHOST would change their behavior. */
function programEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };
}

async function run(account: PostgresAccount, program: string, args: string[]): Promise<void> {
  const wrapped = account.wrap(program, args);
  const child = spawn(wrapped.file, wrapped.args, {
    ...wrapped.options,
    cwd: '/',
    env: programEnvironment(),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint += text;
  });
  const code = await new Promise<number | null>((done, fail) =>
    child.once('error', fail).once('close', done),
  );
  if (code !== 0) {
    const reason = complaint.split('\n').find((line) => line.includes('error:')) ?? complaint.trim();
    throw new SetupError(`PostgreSQL's data directory could not be created: ${reason}`);
  }
}

async function probe(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on('error', () => {});
  try {
    await client.connect();
  } finally {
    await client.end().catch(() => {});
  }
}

/** Returns a connection URL with the folder of a socket file, or unchanged without one. */
function throughSocket(url: string, folder: string): string {
  if (folder === '') return url;
  const changed = new URL(url);
  // Not by `searchParams`, which would encode spaces as `+`, which some URL parsers do not decode.
  changed.search = `?host=${encodeURIComponent(folder)}`;
  return changed.href;
}

function connectionUrl(port: number, database: string, as: { user: string; password: string }): string {
  const url = new URL(`postgres://127.0.0.1:${port}/`);
  url.username = encodeURIComponent(as.user);
  url.password = encodeURIComponent(as.password);
  url.pathname = `/${encodeURIComponent(database)}`;
  return url.href;
}
