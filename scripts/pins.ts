// Images of others that the repository names, with their digests. A tag can be moved to another image; a digest cannot.
//   npm run release -- pin   writes the digests that the registries have now beside the tags, in every file. Needs a Docker engine
//                            that reaches the registries
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const root = join(import.meta.dirname, '..');

/** Images without a digest, with the reason. */
export const unpinned: ReadonlyMap<string, string> = new Map([
  [
    'ghcr.io/cloudnative-pg/postgresql:18',
    'An example of a resource of CloudNativePG, which operators adapt; no registry was reached that has it.',
  ],
]);

const digest = /@sha256:[0-9a-f]{64}$/;

/** Where the kinds of files name images: the expressions have the name, or a variable, as their group. */
const dockerfile = [/^ARG \w+_IMAGE=(\S+)$/gm, /^FROM (?:--platform=\S+ )?(\S+)/gm, /^COPY .*--from=(\S+)/gm];
const yaml = [/^[ -]*image(?:Name)?: ["']?(?:\$\{\w+:-)?([^\s"'{}]+)/gm];
const settings = [/^#?\w+_IMAGE=(\S+)$/gm];

function expressionsFor(file: string): readonly RegExp[] {
  const name = basename(file);
  if (/(?:^|\.)Dockerfile$/.test(name)) return dockerfile;
  if (/\.ya?ml$/.test(name)) return yaml;
  return name.startsWith('.env') ? settings : [];
}

/** Returns whether this is an image of others: neither one of Parley's own, nor a variable, nor the empty image. */
const isOfOthers = (name: string) => !/^\$|^scratch$|(?:^|\/)parley[-\w]*(?:\/|$)/.test(name);

/** Returns the name of an image without its digest: the name under which an image of this machine can stand in for it. */
export const withoutDigest = (image: string): string => image.replace(/@sha256:[0-9a-f]+$/, '');

/** Returns all files that may name images. What is rendered from others (`fixtures`) is left out. */
const listFiles = () =>
  globSync(['.ci/**', 'deploy/**', 'deploy/**/.env*', 'packages/*/*', 'services/*/*', 'test/**'], {
    cwd: root,
    exclude: (file) => ['node_modules', 'dist', 'fixtures'].includes(basename(file)),
  })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => expressionsFor(file).length > 0)
    .sort();

type Files = {
  list: () => readonly string[];
  read: (file: string) => string;
  write: (file: string, text: string) => void;
};

const source: Files = {
  list: listFiles,
  read: (file) => readFileSync(join(root, file), 'utf8'),
  write: (file, text) => writeFileSync(join(root, file), text),
};

/** Returns the images of others that a file names. A Dockerfile's own stages are none. */
function namesIn(file: string, text: string): string[] {
  const stages = new Set(Array.from(text.matchAll(/^FROM .* AS (\S+)$/gm), ([, stage]) => stage));
  return expressionsFor(file)
    .flatMap((expression) => Array.from(text.matchAll(expression), ([, name]) => name!))
    .filter((name) => isOfOthers(name) && !stages.has(name));
}

/** Returns the names of the images of others in all files, each once. */
export const publishedImages = ({ list, read }: Pick<Files, 'list' | 'read'> = source): string[] =>
  [...new Set(list().flatMap((file) => namesIn(file, read(file))))].sort();

/** Returns those that have no digest, although nothing says why. */
export const unpinnedImages = (files?: Pick<Files, 'list' | 'read'>): string[] =>
  publishedImages(files).filter((name) => !digest.test(name) && !unpinned.has(name));

/** Returns the digest under which a registry has an image, of all its platforms. @throws Error when no registry answers */
function askRegistry(image: string): string {
  const docker = (...args: string[]) => spawnSync('docker', args, { encoding: 'utf8' });
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
export function pin(ask = askRegistry, { list, read, write } = source): string[] {
  const names = publishedImages({ list, read }).filter((name) => !unpinned.has(name));
  const digests = new Map<string, string>();
  for (const tag of new Set(names.map(withoutDigest))) digests.set(tag, `${tag}@${ask(tag)}`);
  for (const file of list()) {
    const text = read(file);
    let changed = text;
    for (const expression of expressionsFor(file)) {
      changed = changed.replace(expression, (whole, name: string) =>
        whole.replace(name, digests.get(withoutDigest(name)) ?? name),
      );
    }
    if (changed !== text) write(file, changed);
  }
  return [...digests.values()];
}
