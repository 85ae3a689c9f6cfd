import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { publishedImages, withoutDigest } from '../../scripts/pins.ts';
import { extract, lastRelease } from '../releases.ts';
import { type ComposeService, readCompose, root } from './compose.ts';
import { mailImage } from './containers.ts';
import { docker, labelOf, run, say, succeeds } from './docker.ts';
import { readReleasedCompose } from './released.ts';
import { settings } from './settings.ts';
import { bases, makeStandIns, originOf, published, runImage, standInLabel } from './stand-ins.ts';

/** Maximum time in seconds to pull one image. After it the image counts as unavailable. */
const registrySeconds = 60;
/** The label of every image that is built here, by which old images are found. */
const label = 'org.parley.e2e';

/** A server that runs together with the services, as its image describes it. */
export type Server = {
  name: string;
  version: string;
  /** The origin of the image, when it replaces the one of the compose file; empty for the published image. */
  standsIn: string;
};

/**
 * Builds every image of the deployment from the current sources. Needs a Docker engine.
 * @returns the servers, which are not built from the sources
 */
export async function buildImages(): Promise<Server[]> {
  const startedAt = performance.now();
  await prepare();
  for (const [image, target] of builtImages(readCompose(settings))) await build(target, image);
  await buildMailServer();
  await forgetOld();
  say(`Images are built (${Math.round((performance.now() - startedAt) / 1_000)} s)`);
  return readServers();
}

/** Builds the image for tests of other projects from the current sources. Needs a Docker engine. @returns its name */
export async function buildAllInOne(): Promise<string> {
  const startedAt = performance.now();
  await prepare();
  const image = `${settings.PARLEY_IMAGES}/all-in-one:${settings.PARLEY_TAG}`;
  await build('all-in-one', image);
  await forgetOld();
  say(`The image is built (${Math.round((performance.now() - startedAt) / 1_000)} s)`);
  return image;
}

/**
 * Builds the missing images of the last release from its sources; call it after `buildImages`. Later runs use the same
 * images, because the sources of a release do not change.
 */
export async function buildReleasedImages(): Promise<void> {
  const images = [...builtImages(readReleasedCompose())];
  const { stdout } = await docker('image', 'ls', '--format', '{{.Repository}}:{{.Tag}}');
  const present = new Set(stdout.split('\n'));
  const missing = images.filter(([image]) => !present.has(image));
  if (missing.length === 0) return;
  say(`Building the images of release ${lastRelease.version}`);
  const folder = mkdtempSync(join(tmpdir(), 'parley-released-'));
  try {
    extract(lastRelease, folder);
    // The first build runs all shared stages; the others reuse them.
    for (const [image, target] of missing) await build(target, image, folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the images that are built from the sources, each with its stage of the Dockerfile. */
const builtImages = (compose: ReadonlyMap<string, ComposeService>): ReadonlyMap<string, string> =>
  new Map([...compose.values()].flatMap(({ image, target }) => (target ? [[image, target]] : [])));

async function prepare(): Promise<void> {
  await docker('version').catch((error: Error) => {
    throw new Error(`These tests need a Docker engine: ${error.message}`);
  });
  if (await arePublishedHere()) return;
  say('No image registry can be reached: what others publish is stood in for (test/e2e/stand-ins.ts).');
  await makeStandIns();
}

const build = (target: string, image: string, sources = root) =>
  docker(
    ...['build', '--quiet', '--file', join(sources, 'deploy/images/Dockerfile')],
    ...['--label', `${label}=1`, '--target', target, '--tag', image],
    // A released Dockerfile may name other base images, but there are stand-ins only for those of the current one.
    ...Object.entries(bases).flatMap(([name, base]) => ['--build-arg', `${name}=${base}`]),
    sources,
  );

/** Builds the image of the organization's mail server. The engine may have no BuildKit. */
const buildMailServer = () =>
  run(
    'docker',
    [
      ...['build', '--quiet', '--label', `${label}=1`, '--build-arg', `RUN_IMAGE=${runImage}`],
      ...['--tag', mailImage, join(import.meta.dirname, 'mail-server')],
    ],
    { env: { ...process.env, DOCKER_BUILDKIT: '0' } },
  );

/**
 * Runs each server to read its version. The name of its image does not tell the version, because a stand-in has the name
 * of the published image.
 */
async function readServers(): Promise<Server[]> {
  const compose = readCompose(settings);
  const versionOf = async (image: string, program: string, ...args: string[]) => {
    const { stdout } = await docker('run', '--rm', '--entrypoint', program, image, ...args);
    const version = /\d+(?:\.\d+)+/.exec(stdout)?.[0];
    if (version === undefined) throw new Error(`${program} tells no version: ${stdout}`);
    return version;
  };
  const server = async (service: string, name: string, program: string, ...args: string[]) => {
    const { image } = compose.get(service)!;
    const version = await versionOf(image, program, ...args);
    return { name, version, standsIn: await labelOf(image, `${standInLabel}.of`) };
  };
  const areObjectsReal = (await originOf(compose.get('objects')!.image)) === 'published';
  return [
    await server('postgresql', 'PostgreSQL', 'postgres', '--version'),
    await server('nats', 'NATS', 'nats-server', '--version'),
    await server('edge', 'HAProxy', 'haproxy', '-v'),
    areObjectsReal
      ? await server('objects', 'SeaweedFS', 'weed', 'version')
      : await server('objects', 's3rver', 'node', 'objects.mjs', '--version'),
    {
      name: 'Postfix',
      version: await versionOf(mailImage, 'postconf', '-d', '-h', 'mail_version'),
      standsIn: 'of Debian’s package',
    },
  ];
}

/** Removes unused images of earlier builds after 24 hours. */
async function forgetOld(): Promise<void> {
  for (const old of [label, standInLabel, 'org.parley.stage']) {
    await succeeds(docker('image', 'prune', '--force', '--filter', `label=${old}`, '--filter', 'until=24h'));
  }
}

/** Returns whether all published images are present or can be pulled. The tests use the tags, which then have the pinned images. */
async function arePublishedHere(): Promise<boolean> {
  for (const image of published) {
    const origin = await originOf(image);
    if (origin === 'stand-in') return false;
    const pinned = publishedImages().find((each) => withoutDigest(each) === image)!;
    if (!(await succeeds(docker('image', 'inspect', pinned)))) {
      const pulling = run('timeout', [String(registrySeconds), 'docker', 'pull', '--quiet', pinned]);
      if (!(await succeeds(pulling))) {
        if (origin === undefined) return false;
        say(`${pinned} cannot be pulled: the tests use what this machine has as ${image}.`);
        continue;
      }
    }
    await docker('tag', pinned, image);
  }
  return true;
}
