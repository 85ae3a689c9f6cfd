// `npm run release -- pin`: writes the digests of published images beside their tags, wherever the sources name one: the
// Dockerfile, the compose file and its settings, the stores for a trial. A tag can be moved to another image; a digest cannot. Needs
// a Docker engine that reaches the images' registries.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

/** The files that name published images, and where in a line the name stands. */
const places = [
  ['deploy/images/Dockerfile', /^ARG \w+_IMAGE=(\S+)$/gm],
  ['deploy/compose/compose.yaml', /\$\{PARLEY_\w+_IMAGE:-([^}]+)\}/g],
  ['deploy/compose/.env.example', /^#PARLEY_\w+_IMAGE=(\S+)$/gm],
  ['deploy/helm/parley/examples/trial-stores.yaml', /^ +image: (\S+)$/gm],
];

const digest = /@sha256:[0-9a-f]{64}$/;

/** Returns the name of an image without its digest: the name under which an image of this machine can stand in for it. */
export const withoutDigest = (image) => image.replace(/@sha256:[0-9a-f]+$/, '');

const readSource = (file) => readFileSync(join(root, file), 'utf8');

/** Returns the names of the published images in the sources, each once. */
export function publishedImages(read = readSource) {
  const names = places.flatMap(([file, pattern]) =>
    Array.from(read(file).matchAll(pattern), ([, name]) => name),
  );
  return [...new Set(names)].sort();
}

/** Returns those that have no digest. */
export const unpinnedImages = (read) => publishedImages(read).filter((name) => !digest.test(name));

/** Returns the digest under which a registry has an image, of all its platforms. @throws Error when no registry answers */
function askRegistry(image) {
  const docker = (...args) => spawnSync('docker', args, { encoding: 'utf8' });
  const pulled = docker('pull', '--quiet', image);
  const listed = docker('image', 'inspect', '--format', '{{range .RepoDigests}}{{println .}}{{end}}', image);
  const found = /@(sha256:[0-9a-f]{64})$/m.exec(listed.stdout ?? '')?.[1];
  if (pulled.status !== 0 || !found) {
    throw new Error(`${image} cannot be pulled: ${(pulled.error?.message ?? pulled.stderr).trim()}`);
  }
  return found;
}

/**
 * Writes the present digest of each image into all files, in place of a former one. Nothing is written when one is not found.
 * @returns the names with their digests
 */
export function pin(
  ask = askRegistry,
  { read = readSource, write = (file, text) => writeFileSync(join(root, file), text) } = {},
) {
  const pinned = new Map(
    publishedImages(read).map((name) => [name, `${withoutDigest(name)}@${ask(withoutDigest(name))}`]),
  );
  for (const [file, pattern] of places) {
    write(
      file,
      read(file).replace(pattern, (whole, name) => whole.replace(name, pinned.get(name))),
    );
  }
  return [...pinned.values()];
}
