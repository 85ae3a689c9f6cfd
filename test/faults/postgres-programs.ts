import { execFile, spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort, initPostgres, POSTGRES_VERSION, startPostgres } from '@parley/embedded';
import { takesConnections, until } from '@parley/test-kit';

const run = promisify(execFile);
const programs = ['pg_dump', 'pg_dumpall', 'pg_restore', 'psql', 'createdb'];
const admin = 'parley_admin';

/** The folder of the installed PostgreSQL programs, such as `pg_dump`, and a function that starts a server they support. */
export type Programs = { dir: string; startServer(password: string): Promise<DisposableServer> };

export type DisposableServer = AsyncDisposable & { urlOf(database: string): string };

/**
 * Returns the newest installed programs with a server: the installed one beside them, or the embedded one if it is not
 * newer than the programs. Returns undefined if there are no such programs.
 */
export function findPrograms(): Programs | undefined {
  const base = '/usr/lib/postgresql';
  const versions = existsSync(base) ? readdirSync(base) : [];
  const installed = versions
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(base, version, 'bin'));
  const path = (process.env.PATH ?? '').split(':').filter((dir) => dir !== '');
  const has = (dir: string, names: readonly string[]) => names.every((name) => existsSync(join(dir, name)));
  for (const dir of [...installed, ...path].filter((each) => has(each, programs))) {
    if (has(dir, ['initdb', 'postgres']))
      return { dir, startServer: (password) => startBeside(dir, password) };
    const printed = spawnSync(join(dir, 'pg_dump'), ['--version'], { encoding: 'utf8' }).stdout;
    const major = Number(/(\d+)/.exec(printed)?.[1]);
    if (major >= POSTGRES_VERSION) return { dir, startServer: startEmbedded };
  }
  return undefined;
}

async function startEmbedded(password: string): Promise<DisposableServer> {
  const root = await mkdtemp(join(tmpdir(), 'parley-backup-'));
  const dir = join(root, 'data');
  await initPostgres({ dir, password, noSync: true });
  const server = await startPostgres({ dir, password, settings: { fsync: false } });
  return {
    urlOf: (database) => server.databaseUrl(database),
    async [Symbol.asyncDispose]() {
      await server.stop();
      await rm(root, { recursive: true, force: true });
    },
  };
}

/** Starts a server of the same installation. Does not run it as root, because PostgreSQL refuses that. */
async function startBeside(bin: string, password: string): Promise<DisposableServer> {
  const root = await mkdtemp(join(tmpdir(), 'parley-backup-'));
  const dir = join(root, 'data');
  const passwordFile = join(root, 'password');
  const as = await ordinaryUser();
  await writeFile(passwordFile, password);
  if (as.uid !== undefined) for (const path of [root, passwordFile]) await chown(path, as.uid, as.gid!);
  const auth = ['-U', admin, '--pwfile', passwordFile, '--auth', 'scram-sha-256'];
  const locale = ['--encoding', 'UTF8', '--locale', 'C'];
  await run(join(bin, 'initdb'), ['-D', dir, ...auth, ...locale, '--no-sync'], { ...as, cwd: '/' });
  const port = await freePort();
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    fsync: 'off',
    wal_level: 'logical',
  };
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn(join(bin, 'postgres'), ['-D', dir, ...options], { ...as, cwd: '/', stdio: 'ignore' });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const server: DisposableServer = {
    urlOf: (database) => `postgres://${admin}:${password}@127.0.0.1:${port}/${database}`,
    async [Symbol.asyncDispose]() {
      child.kill('SIGINT');
      await ended;
      await rm(root, { recursive: true, force: true });
    },
  };
  try {
    await until('PostgreSQL answers', () => takesConnections(server.urlOf('postgres')));
    return server;
  } catch (error) {
    await server[Symbol.asyncDispose]();
    throw error;
  }
}

async function ordinaryUser(): Promise<{ uid?: number; gid?: number }> {
  if (process.getuid?.() !== 0) return {};
  const id = async (flag: string) => Number((await run('id', [flag, 'nobody'])).stdout);
  return { uid: await id('-u'), gid: await id('-g') };
}
