import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readCompose } from '../e2e/compose.ts';
import { docker, run, say } from '../e2e/docker.ts';
import { buildImages, buildReleasedImages } from '../e2e/images.ts';
import { readReleasedCompose, releasedImages } from '../e2e/released.ts';
import { settings } from '../e2e/settings.ts';
import { serverNames } from './server-names.ts';

const pauseImage = 'parley-k8s/pause:1';

/** Files with the images of the nodes, as containerd imports them. */
export type Archives = { stores: string; services: string };

/**
 * Builds the images of the current sources, of the last release and of the stores. @returns archives of them, which are
 * kept between runs
 */
export async function makeArchives(programs: string): Promise<Archives> {
  await buildImages();
  await buildReleasedImages();
  await makePause(join(programs, 'pause'));
  const compose = readCompose(settings);
  const isServer = (name: string) => (serverNames as readonly string[]).includes(name);
  const imagesOf = (choose: (name: string) => boolean) =>
    [...compose].filter(([name]) => choose(name)).map(([, { image }]) => image);
  const released = [...readReleasedCompose().values()]
    .map(({ image }) => image)
    .filter((image) => image.startsWith(releasedImages));
  return {
    stores: await archive(join(programs, '..'), [pauseImage, ...imagesOf(isServer)]),
    services: await archive(join(programs, '..'), [
      pauseImage,
      ...imagesOf((name) => !isServer(name)),
      ...released,
    ]),
  };
}

async function makePause(program: string): Promise<void> {
  const context = mkdtempSync(join(tmpdir(), 'parley-pause-'));
  try {
    copyFileSync(program, join(context, 'pause'));
    writeFileSync(
      join(context, 'Dockerfile'),
      'FROM scratch\nCOPY pause /pause\nUSER 65535:65535\nENTRYPOINT ["/pause"]\n',
    );
    await run('docker', ['build', '--quiet', '--tag', pauseImage, context], {
      env: { ...process.env, DOCKER_BUILDKIT: '0' },
    });
  } finally {
    rmSync(context, { recursive: true, force: true });
  }
}

/** Returns the archive of the images, whose name is the hash of their contents. Removes older archives. */
async function archive(cache: string, images: readonly string[]): Promise<string> {
  const names = [...new Set(images)];
  const { stdout } = await docker('image', 'inspect', '--format', '{{.Id}}', ...names);
  const kind = createHash('sha256').update(names.join()).digest('hex').slice(0, 8);
  const content = createHash('sha256').update(stdout).digest('hex').slice(0, 16);
  const file = join(cache, `images-${kind}-${content}.tar`);
  if (existsSync(file)) return file;
  for (const old of readdirSync(cache)) if (old.startsWith(`images-${kind}-`)) rmSync(join(cache, old));
  say(`Saving ${names.length} images`);
  await docker('save', '--output', `${file}.unfinished`, ...names);
  renameSync(`${file}.unfinished`, file);
  return file;
}
