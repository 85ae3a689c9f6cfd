import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { connect } from '@nats-io/transport-node';
import { freePort } from './free-port.ts';
import { launchServer, type ManagedServer } from './managed-server.ts';
import { ensureNatsServer, type NatsBinary } from './nats-binary.ts';
import { commandLine, endProcess, isAlive } from './processes.ts';
import { runQuietly } from './run-quietly.ts';

export type NatsOptions = {
  /** For the configuration, the process ID, and the data of JetStream. Created if it does not exist. */
  dir: string;
  /** Token with which clients authenticate. `url` contains it. */
  token: string;
  /** Port on 127.0.0.1. Default: a free one. */
  port?: number;
  /** File for the output of the server. Default: `<dir>.log`. */
  logFile?: string;
  /** When JetStream calls fsync: `always`, or an interval such as `10s`. Default: the server's, 2 minutes. */
  syncInterval?: string;
  /** Bytes that all streams together may reserve, for instance `1TB`. Default: the server's, three quarters of the free disk. */
  maxStore?: string;
  /** Name of the server. Servers of the same cluster need different names. */
  serverName?: string;
  /** Additional lines for the configuration file. */
  extraConfig?: string;
  /** The nats-server program. Default: the one that `ensureNatsServer` returns. */
  binary?: NatsBinary;
};

/** Seconds in which a client must send the token. The default of 2 is too short when many processes start on a busy machine. */
const authenticationSeconds = 30;

/** A nats-server with JetStream. `url` is `nats://<token>@127.0.0.1:<port>`. */
export type NatsServer = ManagedServer & {
  /** Version of the server, for instance `2.12.15`. */
  readonly version: string;
  /** Folder with the data of JetStream. Tests replace it by an older copy while the server is stopped. */
  readonly storeDir: string;
};

/**
 * Starts nats-server with JetStream. Resolves when a client can connect. First it shuts down a server on the same folder that
 * was left running when its parent process was killed.
 *
 * @throws SetupError when nats-server is not available or does not start
 */
export async function startNats(options: NatsOptions): Promise<NatsServer> {
  const dir = resolve(options.dir);
  const binary = options.binary ?? (await ensureNatsServer());
  const port = options.port ?? (await freePort());
  const configFile = join(dir, 'nats.conf');
  const storeDir = join(dir, 'jetstream');
  const server = await launchServer({
    name: 'NATS',
    port,
    url: `nats://${encodeURIComponent(options.token)}@127.0.0.1:${port}`,
    logFile: options.logFile ?? `${dir}.log`,
    startTimeoutMs: 60_000,
    stopSignal: 'SIGTERM',
    stopTimeoutMs: 15_000,
    prepare: async () => {
      mkdirSync(storeDir, { recursive: true, mode: 0o700 });
      await endLeftover(dir, configFile);
      await writeConfig(configFile, options, port, binary.path);
    },
    command: () => ({ file: binary.path, args: ['-c', configFile], options: { cwd: dir } }),
    probe: () => probe(port, options.token),
    retryable: () => false,
  });
  return Object.assign(server, { version: binary.version, storeDir });
}

/** Writes the configuration file. Omits the setting `sync_interval` (fsync) when this version of NATS does not support it. */
async function writeConfig(file: string, options: NatsOptions, port: number, program: string): Promise<void> {
  const render = (syncInterval: string | undefined) => renderConfig({ ...options, syncInterval }, port);
  writeFileSync(file, render(options.syncInterval), { mode: 0o600 });
  if (options.syncInterval === undefined) return;
  try {
    await runQuietly(program, ['-t', '-c', file]);
  } catch (error) {
    if (!String(error).includes('unknown field "sync_interval"')) throw error;
    writeFileSync(file, render(undefined), { mode: 0o600 });
  }
}

function renderConfig(
  options: Pick<NatsOptions, 'dir' | 'token' | 'maxStore' | 'serverName' | 'extraConfig'> & {
    syncInterval: string | undefined;
  },
  port: number,
): string {
  const dir = resolve(options.dir);
  const sync = options.syncInterval === undefined ? '' : `, sync_interval: ${quote(options.syncInterval)}`;
  const most = options.maxStore === undefined ? '' : `, max_file_store: ${options.maxStore}`;
  return [
    '# Written at every start.',
    `server_name: ${quote(options.serverName ?? 'parley-local')}`,
    `listen: "127.0.0.1:${port}"`,
    `pid_file: ${quote(join(dir, 'nats.pid'))}`,
    `authorization { token: ${quote(options.token)}, timeout: ${authenticationSeconds} }`,
    `jetstream { store_dir: ${quote(join(dir, 'jetstream'))}${sync}${most} }`,
    ...(options.extraConfig ? [options.extraConfig] : []),
    '',
  ].join('\n');
}

function quote(text: string): string {
  return JSON.stringify(text);
}

async function endLeftover(dir: string, configFile: string): Promise<void> {
  const pid = readPid(join(dir, 'nats.pid'));
  if (isAlive(pid) && commandLine(pid).includes(configFile)) await endProcess(pid, 'SIGTERM', 10_000);
}

function readPid(file: string): number {
  try {
    return Number(readFileSync(file, 'utf8'));
  } catch {
    return 0;
  }
}

async function probe(port: number, token: string): Promise<void> {
  const client = await connect({ servers: `127.0.0.1:${port}`, token, timeout: 10_000, reconnect: false });
  await client.close();
}
