import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runQuietly } from './run-quietly.ts';

const UPDATE_TIMEOUT_MS = 60_000;

/**
 * Gets the distribution's package of nats-server with apt, which verifies its signature, and unpacks the
 * program to `target`. Installs nothing and needs no root: package lists, where the machine has none that
 * help, and the package lie in a folder beside the target and go with it.
 *
 * @throws Error when apt is not there or does not know the package.
 */
export async function fetchDebianPackage(target: string): Promise<void> {
  mkdirSync(dirname(target), { recursive: true });
  const folder = mkdtempSync(`${target}.apt-`);
  try {
    await downloadWith([], folder).catch(async () => {
      await downloadWith(await privateLists(folder), folder);
    });
    const file = readdirSync(folder).find((name) => name.endsWith('.deb'));
    if (file === undefined) throw new Error('apt brought no package');
    await runQuietly('dpkg-deb', ['-x', file, 'unpacked'], { cwd: folder });
    copyFileSync(join(folder, 'unpacked/usr/sbin/nats-server'), join(folder, 'program'));
    renameSync(join(folder, 'program'), target);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** apt's own sandbox user could not write into folders of ours. */
const common = [
  ...['-o', 'APT::Sandbox::User=', '-o', 'Acquire::Retries=1'],
  ...['-o', 'Acquire::http::Timeout=10', '-o', 'Acquire::https::Timeout=10'],
];

async function downloadWith(options: string[], cwd: string): Promise<void> {
  await runQuietly('apt-get', [...common, ...options, 'download', 'nats-server'], { cwd });
}

/** Package lists of our own: the system's are root's, and a fresh container has none. */
async function privateLists(folder: string): Promise<string[]> {
  const lists = join(folder, 'lists');
  const cache = join(folder, 'cache');
  mkdirSync(join(lists, 'partial'), { recursive: true });
  mkdirSync(join(cache, 'archives/partial'), { recursive: true });
  const options = [
    ...['-o', `Dir::State::Lists=${lists}`, '-o', `Dir::Cache=${cache}`],
    ...['-o', 'Debug::NoLocking=1', '-o', 'APT::Update::Post-Invoke-Success::='],
  ];
  await runQuietly('apt-get', [...common, ...options, 'update'], {
    cwd: folder,
    timeoutMs: UPDATE_TIMEOUT_MS,
  });
  return options;
}
