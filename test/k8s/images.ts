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
import { basename, join } from 'node:path';
import { readCompose } from '../e2e/compose.ts';
import { docker, run, say } from '../e2e/docker.ts';
import { buildImages, buildReleasedImages } from '../e2e/images.ts';
import { readReleasedCompose, releasedImages } from '../e2e/released.ts';
import { settings } from '../e2e/settings.ts';
import { runImage } from '../e2e/stand-ins.ts';
import { serverNames } from './server-names.ts';

const pauseImage = 'parley-k8s/pause:1';
/** Prometheus and its adapter for autoscalers. */
export const monitoringImage = 'parley-k8s/monitoring:1';

/** Files with the images of the nodes, as containerd imports them. */
export type Archives = { stores: string; services: string };

/**
 * Builds the images of the current sources, of the last release and of the stores. @returns archives of them, which are
 * kept between runs
 */
export async function makeArchives(programs: string): Promise<Archives> {
  await buildImages();
  await buildReleasedImages();
  await make(
    pauseImage,
    join(programs, 'pause'),
    'FROM scratch\nCOPY pause /pause\nUSER 65535:65535\nENTRYPOINT ["/pause"]\n',
  );
  await make(
    monitoringImage,
    join(programs, 'adapter'),
    `FROM ${runImage}
RUN apt-get update && apt-get install -y --no-install-recommends prometheus && rm -rf /var/lib/apt/lists/*
COPY adapter /usr/bin/adapter
USER 65534:65534
`,
  );
  const compose = readCompose(settings);
  const isServer = (name: string) => (serverNames as readonly string[]).includes(name);
  const imagesOf = (choose: (name: string) => boolean) =>
    [...compose].filter(([name]) => choose(name)).map(([, { image }]) => image);
  const released = [...readReleasedCompose().values()]
    .map(({ image }) => image)
    .filter((image) => image.startsWith(releasedImages));
  return {
    stores: await archive(join(programs, '..'), [pauseImage, monitoringImage, ...imagesOf(isServer)]),
    services: await archive(join(programs, '..'), [
      pauseImage,
      ...imagesOf((name) => !isServer(name)),
      ...released,
    ]),
  };
}

/** Builds an image that contains one of the cluster's programs. */
async function make(image: string, program: string, dockerfile: string): Promise<void> {
  const context = mkdtempSync(join(tmpdir(), 'parley-k8s-image-'));
  try {
    copyFileSync(program, join(context, basename(program)));
    writeFileSync(join(context, 'Dockerfile'), dockerfile);
    await run('docker', ['build', '--quiet', '--tag', image, context], {
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
