import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readCompose, root } from './compose.ts';
import { settings } from './settings.ts';

const run = promisify(execFile);

/** Runs the Docker client. @throws with what it said */
export const docker = (...args: string[]) => run('docker', args, { maxBuffer: 64 * 2 ** 20 });

const succeeds = (running: Promise<unknown>): Promise<boolean> =>
  running.then(
    () => true,
    () => false,
  );

/** Seconds that an image registry has to answer in. */
const registrySeconds = 60;
/** On every image that is built here, so that old ones are found. */
const label = 'org.parley.e2e';
const say = (line: string) => process.stdout.write(`${line}\n`);

/** What runs beside the services. */
export type Servers = {
  /** Made from packages, because no image registry could be reached. */
  areStandIns: boolean;
  postgresql: string;
  nats: string;
  haproxy: string;
};

/**
 * Makes every image that the deployment starts from, of the sources as they are. Needs a Docker engine.
 * @returns the versions of what is not made of them
 */
export async function buildImages(): Promise<Servers> {
  await docker('version').catch((error: Error) => {
    throw new Error(`These tests need a Docker engine: ${error.message}`);
  });
  const startedAt = performance.now();
  if (!(await hasBases())) {
    say(
      'No image registry can be reached: base images are made from packages, with the NATS and the HAProxy',
    );
    say('of the distribution (older than what the compose file pins) and the PostgreSQL of npm test.');
    await run('sh', [join(import.meta.dirname, 'stand-ins/build.sh')]);
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

/** As the images themselves say: those that stand in have the names of what they stand in for. */
async function readServers(): Promise<Servers> {
  const compose = readCompose(settings);
  const imageOf = (name: string) => compose.get(name)!.image;
  const versionOf = async (name: string, program: string, option: string) => {
    const { stdout } = await docker('run', '--rm', '--entrypoint', program, imageOf(name), option);
    const version = /\d+(?:\.\d+)+/.exec(stdout)?.[0];
    if (version === undefined) throw new Error(`${program} tells no version: ${stdout}`);
    return version;
  };
  const label = await docker(
    ...['image', 'inspect', '--format', '{{index .Config.Labels "org.parley.stand-in"}}', imageOf('nats')],
  );
  return {
    areStandIns: label.stdout.trim() === '1',
    postgresql: await versionOf('postgresql', 'postgres', '--version'),
    nats: await versionOf('nats', 'nats-server', '--version'),
    haproxy: await versionOf('edge', 'haproxy', '-v'),
  };
}

/** Removes what earlier builds left, unless it may still be of use. */
async function forgetOld(): Promise<void> {
  for (const old of [label, 'org.parley.stage']) {
    await succeeds(docker('image', 'prune', '--force', '--filter', `label=${old}`, '--filter', 'until=24h'));
  }
}

/** Whether what others publish is here or can be had. */
async function hasBases(): Promise<boolean> {
  const compose = readCompose(settings);
  const dockerfile = readFileSync(join(root, 'deploy/images/Dockerfile'), 'utf8');
  const images = [
    ...['postgresql', 'nats', 'edge'].map((name) => compose.get(name)!.image),
    ...[...dockerfile.matchAll(/^ARG \w+_IMAGE=(.+)$/gm)].map(([, image]) => image!),
  ];
  for (const image of images) {
    if (await succeeds(docker('image', 'inspect', image))) continue;
    const pulling = run('timeout', [String(registrySeconds), 'docker', 'pull', '--quiet', image]);
    if (!(await succeeds(pulling))) return false;
  }
  return true;
}
