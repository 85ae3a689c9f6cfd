import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

/** A release, whose sources are in the Git history. */
export type Release = { version: string; commit: string; date: string };

/** All releases, the oldest first (docs/operations/releases.md). `npm run release -- record` adds a release. */
export const releases: readonly Release[] = JSON.parse(
  readFileSync(join(root, 'deploy/releases.json'), 'utf8'),
);

export const lastRelease = releases.at(-1)!;

/** The last release whose compose file and images have a container for each service. */
export const separateRelease = releases.find(({ version }) => version === '0.1.0')!;

/** Whether the environment declares that the clone has no Git history, as `.ci/run` may do. */
export const isWithoutHistory = (process.env.PARLEY_CI_WITHOUT ?? '').split(',').includes('history');

/**
 * Writes files of a release into a folder, with their paths in the repository; by default all files.
 * @throws Error when the clone has no history
 */
export function extract(release: Release, folder: string, paths: readonly string[] = []): void {
  const archive = git(release, 'archive', release.commit, ...paths);
  mkdirSync(folder, { recursive: true });
  execFileSync('tar', ['--extract', '--directory', folder], { input: archive });
}

/**
 * Returns the text of a file in a release.
 * @throws Error when the clone has no history
 */
export const textOf = (release: Release, file: string): string =>
  git(release, 'show', `${release.commit}:${file}`).toString();

function git({ version, commit }: Release, ...args: string[]): Buffer {
  const call = (...given: string[]) =>
    execFileSync('git', given, { cwd: root, maxBuffer: 2 ** 30, stdio: ['ignore', 'pipe', 'pipe'] });
  try {
    call('cat-file', '-e', `${commit}^{commit}`);
  } catch {
    throw new Error(
      `The sources of release ${version} (${commit}) are not in this clone. Get the whole history: ` +
        'git fetch --unshallow. To run the other tests only: PARLEY_CI_WITHOUT=history',
    );
  }
  return call(...args);
}

/**
 * Returns the path of the file with a release's database rows. Each line is `["<schema>.<table>",{…}]`.
 * @throws Error when the file is missing
 */
export function rowsFile({ version }: Release): string {
  const file = join(root, 'test/network/released', `${version}.jsonl`);
  if (!existsSync(file)) throw new Error(`${file} is missing; npm run release -- record writes it.`);
  return file;
}
