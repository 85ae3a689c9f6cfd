// Reads and rewrites archives in the format of `docker save`: https://github.com/moby/docker-image-spec
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const BLOCK = 512;
const MAGIC_OF_GO = Buffer.from('\xff Go buildinf:', 'latin1');

/** Yields the entries of a tar archive: name, type and data. Supports long names in POSIX pax and GNU format. */
export function* entriesOf(tar) {
  let longName;
  for (let at = 0; at + BLOCK <= tar.length && tar[at] !== 0; ) {
    const text = (from, length) => tar.toString('utf8', at + from, at + from + length).replace(/\0.*$/s, '');
    const size = Number.parseInt(text(124, 12).trim() || '0', 8);
    const type = text(156, 1) || '0';
    const data = tar.subarray(at + BLOCK, at + BLOCK + size);
    if (type === 'x') longName = /(?:^|\n)\d+ path=(.*)\n/.exec(data.toString())?.[1] ?? longName;
    else if (type === 'L') longName = data.toString().replace(/\0.*$/s, '');
    else {
      const prefix = text(257, 5) === 'ustar' ? text(345, 155) : '';
      const name = longName ?? (prefix === '' ? text(0, 100) : `${prefix}/${text(0, 100)}`);
      yield { name: name.replace(/^\.\//, ''), type, data };
      longName = undefined;
    }
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
}

/** Returns a copy of a tar archive in which every entry has the modification time `time`, a Unix time in seconds. */
export function withTime(tar, time) {
  const changed = Buffer.from(tar);
  for (let at = 0; at + BLOCK <= changed.length && changed[at] !== 0; ) {
    const number = (from, length) =>
      Number.parseInt(changed.toString('latin1', at + from, at + from + length), 8) || 0;
    const size = number(124, 12);
    changed.write(`${time.toString(8).padStart(11, '0')}\0`, at + 136, 'latin1');
    // The checksum is computed as if its own field contained spaces.
    changed.write('        ', at + 148, 'latin1');
    const sum = changed.subarray(at, at + BLOCK).reduce((total, byte) => total + byte, 0);
    changed.write(`${sum.toString(8).padStart(6, '0')}\0 `, at + 148, 'latin1');
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
  return changed;
}

/** Returns a tar archive that contains the given files. */
export function tarOf(files) {
  const parts = files.flatMap(([name, data]) => {
    const header = Buffer.alloc(BLOCK);
    const octal = (value, length) => `${value.toString(8).padStart(length - 1, '0')}\0`;
    header.write(name);
    header.write(octal(0o644, 8), 100);
    header.write(octal(0, 8) + octal(0, 8) + octal(data.length, 12) + octal(0, 12), 108);
    header.write('        0', 148);
    header.write('ustar\x0000', 257);
    const sum = header.reduce((total, byte) => total + byte, 0);
    header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
    return [header, data, Buffer.alloc((BLOCK - (data.length % BLOCK)) % BLOCK)];
  });
  return Buffer.concat([...parts, Buffer.alloc(2 * BLOCK)]);
}

/** Returns the configuration of a local image, and its layers, the lowest first. */
function saveImage(image) {
  return inFolder((folder) => {
    const file = join(folder, 'image.tar');
    docker('save', '--output', file, image);
    const files = new Map();
    for (const { name, data } of entriesOf(readFileSync(file))) files.set(name, data);
    const [{ Config: config, Layers: layers }] = JSON.parse(files.get('manifest.json'));
    return { config: JSON.parse(files.get(config)), layers: layers.map((name) => files.get(name)) };
  });
}

/**
 * Replaces a local image by one that does not depend on the time of the build and on the containers that built it. So everyone
 * who builds the same sources gets the same digest.
 * @param created time of the sources as Unix time in seconds
 * @param baseLayers digests of the layers of base images, which stay as they are
 */
export function makeReproducible(tag, created, baseLayers = []) {
  const saved = saveImage(tag);
  const date = new Date(created * 1_000).toISOString();
  const layers = saved.layers.map((layer) =>
    baseLayers.includes(`sha256:${sha256(layer)}`) ? layer : withTime(layer, created),
  );
  // Removes the fields in which the builder records its containers and intermediate images.
  const { container, container_config, docker_version, ...config } = saved.config;
  const { Hostname, Domainname, Image, ...settings } = config.config;
  // Depending on the builder's cache, a disabled health check keeps the times of the base image's health check or not.
  if (settings.Healthcheck?.Test?.[0] === 'NONE') settings.Healthcheck = { Test: ['NONE'] };
  const changed = {
    ...config,
    config: settings,
    created: date,
    history: config.history.map((each) => ({ ...each, created: date })),
    rootfs: { ...config.rootfs, diff_ids: layers.map((layer) => `sha256:${sha256(layer)}`) },
  };
  const text = Buffer.from(JSON.stringify(changed));
  const manifest = [
    {
      Config: `${sha256(text)}.json`,
      RepoTags: [tag],
      Layers: layers.map((_, index) => `${index}.tar`),
    },
  ];
  inFolder((folder) => {
    const file = join(folder, 'image.tar');
    const files = [
      ['manifest.json', Buffer.from(JSON.stringify(manifest))],
      [manifest[0].Config, text],
      ...layers.map((layer, index) => [`${index}.tar`, layer]),
    ];
    writeFileSync(file, tarOf(files));
    docker('load', '--quiet', '--input', file);
  });
}

/** Returns the contents of an image that a bill of materials lists: packages of Debian and npm, and Go modules. */
export function contentsOf(image) {
  const found = { debian: [], npm: [], go: [] };
  for (const layer of saveImage(image).layers) {
    for (const { name, data } of entriesOf(layer)) {
      if (/^var\/lib\/dpkg\/status(\.d\/[^/]+)?$/.test(name)) found.debian.push(...paragraphsOf(data));
      else if (/\/node_modules\/((@[^/]+\/)?[^/]+)\/package\.json$/.test(name))
        found.npm.push(...namesIn(data));
      else if (name.endsWith('/THIRD-PARTY-LICENSES.txt')) found.npm.push(...bundledIn(data));
      else if (/\/bin\/[^/]+$/.test(name)) found.go.push(...modulesOf(data));
    }
  }
  return { debian: unique(found.debian), npm: unique(found.npm), go: unique(found.go) };
}

const unique = (texts) => [...new Set(texts)].sort();

/** Returns the paragraphs of a dpkg status file that describe installed packages. */
function paragraphsOf(data) {
  const paragraphs = data.toString().trim().split('\n\n');
  return paragraphs.filter((paragraph) => /^Status: install ok installed$/m.test(paragraph));
}

function namesIn(manifest) {
  const { name, version } = JSON.parse(manifest);
  return name && version && !name.startsWith('@parley/') ? [`${name}@${version}`] : [];
}

const bundledIn = (licenses) =>
  Array.from(licenses.toString().matchAll(/^((?:@[\w.-]+\/)?[\w.-]+@\d\S*) \(/gm), ([, name]) => name);

/** Returns the modules of a Go program, which the linker records in it: https://pkg.go.dev/debug/buildinfo */
function modulesOf(program) {
  const at = program.indexOf(MAGIC_OF_GO);
  // Go 1.18 and later write two texts after the header, each preceded by its length in bytes. Older formats are not supported.
  if (at < 0 || (program[at + 15] & 2) === 0) return [];
  let next = at + 32;
  const [version, listed] = [0, 1].map(() => {
    let length = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = program[next++];
      length |= (byte & 0x7f) << shift;
      if (byte < 0x80) break;
    }
    next += length;
    return program.toString('utf8', next - length, next);
  });
  const modules = [...listed.matchAll(/^(?:mod|dep)\t(\S+)\t(v\S+)/gm)];
  return [`stdlib@${version}`, ...modules.map(([, path, of]) => `${path}@${of}`)];
}

function docker(...args) {
  const { status, stderr, error } = spawnSync('docker', args, { encoding: 'utf8' });
  if (error || status !== 0)
    throw new Error(`docker ${args.join(' ')} failed: ${error?.message ?? stderr.trim()}`);
}

const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');

function inFolder(use) {
  const folder = mkdtempSync(join(tmpdir(), 'parley-image-'));
  try {
    return use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
