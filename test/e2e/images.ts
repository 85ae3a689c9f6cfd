import { join } from 'node:path';
import { readCompose, root } from './compose.ts';
import { docker, labelOf, run, say, succeeds } from './docker.ts';
import { settings } from './settings.ts';
import { makeStandIns, originOf, published, standInLabel } from './stand-ins.ts';

/** Seconds that an image registry has to answer in. */
const registrySeconds = 60;
/** On every image that is built here, so that old ones are found. */
const label = 'org.parley.e2e';

/** What runs beside the services, as its image says. */
export type Server = {
  name: string;
  version: string;
  /** What it is where it stands in for the image of the compose file; empty where it is that. */
  standsIn: string;
};

/**
 * Makes every image that the deployment starts from, of the sources as they are. Needs a Docker engine.
 * @returns what is not made of them
 */
export async function buildImages(): Promise<Server[]> {
  await docker('version').catch((error: Error) => {
    throw new Error(`These tests need a Docker engine: ${error.message}`);
  });
  const startedAt = performance.now();
  if (!(await arePublishedHere())) {
    say('No image registry can be reached: what others publish is stood in for (test/e2e/stand-ins.ts).');
    await makeStandIns();
  }
  // The first build does the work, the others only pick their part of it.
  for (const [name, { image }] of readCompose(settings)) {
    if (!image.startsWith(`${settings.PARLEY_IMAGES}/`) || name === 'doctor') continue;
    await docker(
      ...['build', '--quiet', '--file', join(root, 'deploy/images/Dockerfile')],
      ...['--label', `${label}=1`, '--target', name, '--tag', image, root],
    );
  }
  await forgetOld();
  say(`Images are built (${Math.round((performance.now() - startedAt) / 1_000)} s)`);
  return readServers();
}

/** Those that stand in have the names of what they stand in for: asked is what they are. */
async function readServers(): Promise<Server[]> {
  const compose = readCompose(settings);
  const server = async (service: string, name: string, program: string, ...args: string[]) => {
    const { image } = compose.get(service)!;
    const { stdout } = await docker('run', '--rm', '--entrypoint', program, image, ...args);
    const version = /\d+(?:\.\d+)+/.exec(stdout)?.[0];
    if (version === undefined) throw new Error(`${program} tells no version: ${stdout}`);
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
  ];
}

/** Removes what earlier builds left, unless it may still be of use. */
async function forgetOld(): Promise<void> {
  for (const old of [label, standInLabel, 'org.parley.stage']) {
    await succeeds(docker('image', 'prune', '--force', '--filter', `label=${old}`, '--filter', 'until=24h'));
  }
}

/** Whether what others publish is here or can be had. */
async function arePublishedHere(): Promise<boolean> {
  for (const image of published) {
    const origin = await originOf(image);
    if (origin === 'stand-in') return false;
    if (origin === 'published') continue;
    const pulling = run('timeout', [String(registrySeconds), 'docker', 'pull', '--quiet', image]);
    if (!(await succeeds(pulling))) return false;
  }
  return true;
}
