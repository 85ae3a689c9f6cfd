import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { SetupError } from './errors.ts';
import { fetchDebianPackage } from './nats-debian.ts';
import { fetchRelease, NATS_RELEASE } from './nats-release.ts';
import { runQuietly } from './run-quietly.ts';

export type NatsBinary = {
  path: string;
  /** Version of the program, for instance `2.12.15`. */
  version: string;
  source: 'PATH' | 'official release' | 'distribution package';
};

export type NatsBinaryOptions = {
  /** Folder for downloaded programs. Default: `.cache/nats` in the project. */
  cacheDir?: string;
  /** Called with one line for each step. */
  onProgress?: (line: string) => void;
  /** Search path for the program. Default: `PATH` of the environment. */
  searchPath?: string;
  /** Sources from which the program is downloaded, in order. Only tests set them. */
  ways?: { name: NatsBinary['source']; file: string; fetch: (target: string) => Promise<void> }[];
};

const defaultWays: NonNullable<NatsBinaryOptions['ways']> = [
  {
    name: 'official release',
    file: `nats-server-${NATS_RELEASE.version}`,
    fetch: (target) => fetchRelease(target),
  },
  { name: 'distribution package', file: 'nats-server-distribution', fetch: fetchDebianPackage },
];

/**
 * Returns the nats-server program. It is searched on the search path, then in the cache. Otherwise it is downloaded to the
 * cache: the pinned official release, whose checksum is verified, or else the package of the Linux distribution.
 *
 * @throws SetupError when no source provides it
 */
export async function ensureNatsServer(options: NatsBinaryOptions = {}): Promise<NatsBinary> {
  const found = onPath(options.searchPath ?? process.env.PATH ?? '');
  if (found) return { path: found, version: await versionOf(found), source: 'PATH' };
  const cacheDir = options.cacheDir ?? join(projectRoot(), '.cache/nats');
  const ways = options.ways ?? defaultWays;
  for (const way of ways) {
    const path = join(cacheDir, way.file);
    if (existsSync(path)) return { path, version: await versionOf(path), source: way.name };
  }
  const failures: string[] = [];
  for (const way of ways) {
    const path = join(cacheDir, way.file);
    options.onProgress?.(`Fetching nats-server (${way.name})`);
    try {
      await way.fetch(path);
      return { path, version: await versionOf(path), source: way.name };
    } catch (error) {
      failures.push(`${way.name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  throw new SetupError(
    `There is no nats-server on PATH and none could be fetched (${failures.join('; ')}); install nats-server or set PARLEY_NATS_URL.`,
  );
}

function onPath(searchPath: string): string | undefined {
  // Distributions install servers in /usr/sbin, which is not in the `PATH` of every user.
  for (const folder of [...searchPath.split(delimiter), '/usr/local/sbin', '/usr/sbin']) {
    if (folder === '') continue;
    const path = join(folder, 'nats-server');
    try {
      accessSync(path, constants.X_OK);
      return path;
    } catch {}
  }
  return undefined;
}

async function versionOf(path: string): Promise<string> {
  const output = await runQuietly(path, ['--version'], { timeoutMs: 10_000 });
  return /v?(\d+\.\d+\.\d+\S*)/.exec(output)?.[1] ?? 'unknown';
}

/** Returns the nearest folder above this file that has a `pnpm-workspace.yaml`; without one, the working directory. */
function projectRoot(): string {
  for (let folder = import.meta.dirname; folder !== dirname(folder); folder = dirname(folder)) {
    if (existsSync(join(folder, 'pnpm-workspace.yaml'))) return folder;
  }
  return process.cwd();
}
