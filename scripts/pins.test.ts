import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { pin, publishedImages, unpinnedImages, withoutDigest } from './pins.mjs';

const root = join(import.meta.dirname, '..');
const digestOf = (letter: string) => `sha256:${letter.repeat(64)}`;

it('knows every published image that the sources name', () => {
  const named = publishedImages().map(withoutDigest).join(' ');
  for (const image of ['node:', 'debian:', 'nats:', 'postgres:', 'chrislusf/seaweedfs:', 'haproxy:']) {
    expect(named).toContain(image);
  }
  // No other file of a deployment names an image with a version.
  const files = [
    'deploy/images/Dockerfile',
    'deploy/compose/compose.yaml',
    'deploy/helm/parley/examples/trial-stores.yaml',
  ];
  for (const file of files) {
    const text = readFileSync(join(root, file), 'utf8').replaceAll(/^\s*#.*$/gm, '');
    const found = [...text.matchAll(/(?:FROM|image:|_IMAGE=|_IMAGE:-)\s*([a-z][\w./-]*:[\w.-]+)/g)].map(
      ([, name]) => name!,
    );
    expect([file, found.filter((name) => !named.includes(name))]).toEqual([file, []]);
  }
});

it('writes the digest of each image wherever its name stands, and replaces a former digest', () => {
  const written = new Map<string, string>();
  const read = (file: string) => written.get(file) ?? readFileSync(join(root, file), 'utf8');
  const write = (file: string, text: string) => written.set(file, text);
  const asked: string[] = [];
  const ask = (letter: string) => (image: string) => {
    asked.push(image);
    return digestOf(letter);
  };
  pin(ask('a'), { read, write });
  expect(unpinnedImages(read)).toEqual([]);
  expect(asked.filter((name) => name.includes('@'))).toEqual([]);
  expect(written.get('deploy/images/Dockerfile')).toContain(
    `ARG RUN_IMAGE=debian:bookworm-slim@${digestOf('a')}\n`,
  );
  expect(written.get('deploy/compose/compose.yaml')).toContain(`@${digestOf('a')}}`);
  expect(
    written.get('deploy/helm/parley/examples/trial-stores.yaml')!.match(/@sha256:a{64}$/gm),
  ).toHaveLength(3);
  pin(ask('b'), { read, write });
  expect([...written.values()].join('')).not.toContain(digestOf('a'));
  expect(unpinnedImages(read)).toEqual([]);
});

it('writes nothing when the digest of an image is not found', () => {
  const write = () => {
    throw new Error('It wrote.');
  };
  const ask = (image: string) => {
    if (image.startsWith('nats')) throw new Error(`${image} cannot be pulled`);
    return digestOf('a');
  };
  expect(() => pin(ask, { write })).toThrow('nats');
});

it('finds images without a digest, or with half of one', () => {
  const text = 'ARG RUN_IMAGE=debian:12\nARG NATS_IMAGE=nats:2@sha256:abc\n';
  const read = (file: string) =>
    file.endsWith('Dockerfile') ? `${text}ARG NODE_IMAGE=node:24@${digestOf('c')}\n` : '';
  expect(unpinnedImages(read)).toEqual(['debian:12', 'nats:2@sha256:abc']);
  expect(withoutDigest(`node:24@${digestOf('c')}`)).toBe('node:24');
});
