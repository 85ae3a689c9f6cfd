import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runQuietly } from './run-quietly.ts';

const UPDATE_TIMEOUT_MS = 60_000;

/**
 * Downloads the distribution's package of nats-server with apt, which verifies its signature, and copies the program to
 * `target`. It installs nothing and needs no root. Temporary files are in a folder next to `target`: the package, and package
 * lists if the machine has no usable ones.
 *
 * @throws Error when apt is missing or does not know the package
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

/** Without apt's sandbox user, which cannot write to folders of the current user, and with short time limits. */
const common = [
  ...['-o', 'APT::Sandbox::User=', '-o', 'Acquire::Retries=1'],
  ...['-o', 'Acquire::http::Timeout=10', '-o', 'Acquire::https::Timeout=10'],
];

async function downloadWith(options: string[], cwd: string): Promise<void> {
  await runQuietly('apt-get', [...common, ...options, 'download', 'nats-server'], { cwd });
}

/** Downloads package lists of our own, because those of the system need root. Returns the options with which apt uses them. */
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
