import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { pin, publishedImages, unpinned, unpinnedImages, withoutDigest } from './pins.ts';

const root = join(import.meta.dirname, '..');
const digestOf = (letter: string) => `sha256:${letter.repeat(64)}`;

it('finds every image of others pinned by its digest, or with a reason why not', () => {
  expect(unpinnedImages()).toEqual([]);
  const named = publishedImages();
  expect([...unpinned.keys()].filter((name) => !named.includes(name))).toEqual([]);
});

it('finds every image of the deployment, with one digest wherever it is named', () => {
  const tags = publishedImages().map(withoutDigest);
  for (const image of ['node:', 'debian:', 'nats:', 'postgres:', 'chrislusf/seaweedfs:', 'haproxy:']) {
    expect(tags.filter((name) => name.startsWith(image))).toHaveLength(1);
  }
});

it('leaves no file out that names one of these images', () => {
  const names = publishedImages().map(withoutDigest);
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' })
    .split('\0')
    .filter((file) => file && !/\.(?:md|test\.ts|png|woff2?)$|^pnpm-lock\.yaml$/.test(file))
    .filter((file) => statSync(join(root, file), { throwIfNoEntry: false })?.isFile());
  const bare = files.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    return names
      .filter((name) => !unpinned.has(name) && text.replaceAll(`${name}@sha256:`, '').includes(name))
      .map((name) => [file, name]);
  });
  expect(bare).toEqual([]);
});

/** Files in memory, which `pin` can change. */
const memory = (texts: Record<string, string>) => ({
  list: () => Object.keys(texts),
  read: (file: string) => texts[file]!,
  write: (file: string, text: string) => {
    texts[file] = text;
  },
});

// A backslash keeps the variables of these files from being those of a template.
const texts = () => ({
  'images/Dockerfile': `ARG RUN_IMAGE=debian:12
FROM --platform=linux \${RUN_IMAGE} AS build
FROM scratch AS run
COPY --from=build /a /a
COPY --from=registry.example/tool:3 /b /b
`,
  'test/other.Dockerfile': 'FROM debian\n',
  'compose.yaml': `a:
  image: \${PARLEY_X_IMAGE:-nats:2}
b:
  image: \${PARLEY_IMAGES:-parley}/gateway:\${PARLEY_TAG:-1}
`,
  'stores.yaml': `- image: "nats:2"
  imageName: postgres:18
  image: $STORE_IMAGE
  image: {{ include "parley.image" $at }}
  image: registry.example.com/parley/gateway:1
`,
  '.env.example': '#PARLEY_X_IMAGE=nats:2\n#PARLEY_IMAGES=parley\n',
});

it('recognizes images in each kind of file, also without a tag, and leaves out Parley’s own', () => {
  expect(publishedImages(memory(texts()))).toEqual([
    ...['debian', 'debian:12', 'nats:2', 'postgres:18', 'registry.example/tool:3'],
  ]);
  expect(unpinnedImages(memory({ Dockerfile: `FROM a:1@sha256:abc\nFROM b:1@${digestOf('c')}\n` }))).toEqual([
    'a:1@sha256:abc',
  ]);
});

it('writes the digest of each image wherever its name stands, and replaces a former digest', () => {
  const before = texts();
  const files = memory(before);
  const asked: string[] = [];
  const ask = (letter: string) => (image: string) => {
    asked.push(image);
    return digestOf(letter);
  };
  pin(ask('a'), files);
  expect(unpinnedImages(files)).toEqual([]);
  expect(before['compose.yaml']).toContain(`\${PARLEY_X_IMAGE:-nats:2@${digestOf('a')}}`);
  expect(before['stores.yaml']).toContain(`"nats:2@${digestOf('a')}"`);
  expect(before['test/other.Dockerfile']).toBe(`FROM debian@${digestOf('a')}\n`);
  pin(ask('b'), files);
  expect(Object.values(before).join('')).not.toContain(digestOf('a'));
  expect(unpinnedImages(files)).toEqual([]);
  expect(asked.filter((name) => name.includes('@'))).toEqual([]);
});

it('writes nothing when the digest of an image is not found', () => {
  const before = texts();
  const ask = (image: string) => {
    if (image.startsWith('nats')) throw new Error(`${image} cannot be pulled`);
    return digestOf('a');
  };
  expect(() => pin(ask, memory(before))).toThrow('nats:2 cannot be pulled');
  expect(before).toEqual(texts());
});
