// The places of the repository that name its version: the one that is released next (docs/operations/releases.md).
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const number = String.raw`\d+\.\d+\.\d+`;
const after = (before) => new RegExp(`(?<=${before})${number}`, 'gm');

/** Patterns of files, each with an expression that finds the version in them. Every file names the version. */
const places = [
  ['{package.json,{packages,services,deploy,test}/*/package.json}', after('^ {2}"version": "')],
  ['packages/core/src/configuration/version.ts', after("^export const VERSION = '")],
  ['deploy/helm/parley/Chart.yaml', after('^(?:appVersion|version): ')],
  ['deploy/compose/compose.yaml', after(String.raw`\$\{PARLEY_TAG:-`)],
  ['deploy/compose/.env.example', after('^#PARLEY_TAG=')],
  [
    '{deploy/images/Dockerfile,docs/operations/install.md}',
    after(String.raw`(?:parley|\$REGISTRY)/[$\w-]+:`),
  ],
  [
    'packages/testcontainers/{README.md,src/container.ts,examples/**/*.{ts,py,go,java}}',
    after('parley/all-in-one:'),
  ],
];

const files = places.flatMap(([pattern, version]) =>
  globSync(pattern, { cwd: root, exclude: (name) => name === 'node_modules' || name === 'dist' })
    .sort()
    .map((file) => ({ file, version })),
);

export const namedVersions = () =>
  files.map(({ file, version }) => ({
    file,
    versions: [...new Set(readFileSync(join(root, file), 'utf8').match(version) ?? [])],
  }));

/**
 * Writes a version into all files that name the version. `node test/deploy/render.ts` then updates the chart's rendered examples.
 */
export function setVersion(next) {
  if (!new RegExp(`^${number}$`).test(next)) throw new Error(`${next} is no version, such as 1.2.0.`);
  for (const { file, version } of files) {
    const path = join(root, file);
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(version, next));
  }
}

/** Returns the version that follows a release with new features. */
export function nextMinor(version) {
  const [major, minor] = version.split('.').map(Number);
  return `${major}.${minor + 1}.0`;
}
