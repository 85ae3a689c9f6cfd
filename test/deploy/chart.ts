// Helpers for the chart's tests and for `render.ts`.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';

export const chartDir = join(import.meta.dirname, '../../deploy/helm/parley');
export const fixturesDir = join(import.meta.dirname, 'fixtures');
/** Names of the example values (files in `examples/`) whose rendered manifests are stored. */
export const examples: readonly string[] = ['production', 'small', 'combined', 'trial'];
/** The oldest Kubernetes version that the chart supports. The stored manifests are rendered for this version. */
export const oldestKubernetes: string = /^kubeVersion: ">=(1\.\d+\.0)-0"$/m.exec(
  readFileSync(join(chartDir, 'Chart.yaml'), 'utf8'),
)![1]!;

/** Returns a hash of all files that affect the rendered manifests. */
export function chartHash(): string {
  const hash = createHash('sha256');
  for (const file of filesUnder(chartDir)) {
    const name = relative(chartDir, file);
    if (name.endsWith('.md') || name.startsWith('files/dashboards/')) continue;
    hash.update(name).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

function filesUnder(folder: string): string[] {
  return readdirSync(folder)
    .sort()
    .flatMap((name) => {
      const path = join(folder, name);
      return statSync(path).isDirectory() ? filesUnder(path) : [path];
    });
}

/** Returns the program helm: the one that the environment variable PARLEY_HELM names, or `helm`. Undefined if it does not run. */
export function findHelm(): string | undefined {
  const program = process.env.PARLEY_HELM ?? 'helm';
  return spawnSync(program, ['version', '--short'], { encoding: 'utf8' }).status === 0 ? program : undefined;
}

/** Renders the manifests of an example with helm. Leaves out dashboards, which have their own test. */
export function render(helm: string, example: string, settings: readonly string[] = []): string {
  const { status, stdout, stderr } = spawnSync(
    helm,
    [
      'template',
      'parley',
      chartDir,
      ...['--namespace', 'chat', '--kube-version', oldestKubernetes],
      ...['--values', join(chartDir, 'examples', `values-${example}.yaml`)],
      ...['monitoring.dashboards=false', ...settings].flatMap((setting) => ['--set', setting]),
    ],
    { encoding: 'utf8', maxBuffer: 64 * 2 ** 20 },
  );
  if (status !== 0) throw new Error(`helm could not render ${example}: ${stderr}`);
  // Removes comments with template names and trailing spaces, which do not belong to the manifests.
  return `${stdout
    .split('\n')
    .filter((line) => !line.startsWith('# Source: '))
    .map((line) => line.trimEnd())
    .join('\n')
    .trim()}\n`;
}

/** Returns helm's error message for these values; undefined if helm accepts them. */
export function refusal(
  helm: string,
  settings: readonly string[],
  { release = 'parley', kubernetes = oldestKubernetes } = {},
): string | undefined {
  const { status, stderr } = spawnSync(
    helm,
    [
      'template',
      release,
      chartDir,
      '--kube-version',
      kubernetes,
      ...settings.flatMap((setting) => ['--set', setting]),
    ],
    { encoding: 'utf8', maxBuffer: 64 * 2 ** 20 },
  );
  return status === 0 ? undefined : stderr;
}

const fixtureFile = (example: string): string => join(fixturesDir, `${example}.yaml`);

export const fixtureText = (manifests: string): string =>
  `# Rendered from the chart ${chartHash()} by render.ts.\n${manifests}`;

export function readFixture(example: string): { hash: string | undefined; manifests: string; file: string } {
  const file = fixtureFile(example);
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const [first = '', ...rest] = text.split('\n');
  return { hash: /chart ([0-9a-f]{64})/.exec(first)?.[1], manifests: rest.join('\n'), file };
}
