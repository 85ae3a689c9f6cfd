import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { withoutDigest } from '../../scripts/pins.ts';

/** The repository's root. */
export const root = join(import.meta.dirname, '../..');

/** The parts of a compose service that the tests use to start its container. */
export type ComposeService = {
  /** Without a digest, so that a stand-in can have the name. */
  image: string;
  /** The stage of the Dockerfile that is built for the image; undefined for images of others. */
  target: string | undefined;
  /** Replaces the one of the image, unless it is empty. */
  entrypoint: string[];
  command: string[];
  environment: Record<string, string>;
  /** Names of networks, of which there is at least one, each with further names of the container in it. */
  networks: Readonly<Record<string, readonly string[]>>;
  /** Runs as the user of the image when it is undefined. */
  user: string | undefined;
  isReadOnly: boolean;
  tmpfs: string[];
  capDrop: string[];
  securityOpt: string[];
  shmBytes: number | undefined;
  /** Limit of memory in bytes. */
  memoryBytes: number | undefined;
  /** Paths of the container's volumes. They last as long as the container. */
  volumes: string[];
  /** Files of this machine, and their paths in the container. */
  files: { source: string; target: string }[];
};

/** Settings that an operator would put into .env. */
export type Settings = Readonly<Record<string, string>>;

type Raw = {
  image: string;
  build?: { target: string };
  entrypoint?: string[];
  networks: string[] | Record<string, { aliases?: string[] } | null>;
  user?: string;
  mem_limit?: string;
  command?: string[];
  environment?: Record<string, string>;
  read_only?: boolean;
  tmpfs?: string[];
  cap_drop?: string[];
  security_opt?: string[];
  shm_size?: string;
  volumes?: string[];
};

const folder = join(root, 'deploy/compose');

/**
 * Returns the services of deploy/compose/compose.yaml with an operator's settings filled in.
 * @param text content of the file; by default that of this release
 */
export function readCompose(
  settings: Settings,
  text = readFileSync(join(folder, 'compose.yaml'), 'utf8'),
): ReadonlyMap<string, ComposeService> {
  const reviver = (_: unknown, value: unknown) =>
    typeof value === 'string' ? fillIn(value, settings) : value;
  const { services } = parse(text, reviver, { merge: true }) as { services: Record<string, Raw> };
  return new Map(Object.entries(services).map(([name, raw]) => [name, readService(raw)]));
}

/** Returns the networks of the compose file, and for each whether it is internal. */
export function readNetworks(): ReadonlyMap<string, boolean> {
  const { networks } = parse(readFileSync(join(folder, 'compose.yaml'), 'utf8'), { merge: true }) as {
    networks: Record<string, { internal?: boolean }>;
  };
  return new Map(Object.entries(networks).map(([name, { internal = false }]) => [name, internal]));
}

function readService(raw: Raw): ComposeService {
  return {
    image: withoutDigest(raw.image),
    target: raw.build?.target,
    entrypoint: raw.entrypoint ?? [],
    networks: networksIn(raw.networks),
    user: raw.user,
    command: raw.command ?? [],
    environment: raw.environment ?? {},
    isReadOnly: raw.read_only ?? false,
    tmpfs: raw.tmpfs ?? [],
    capDrop: raw.cap_drop ?? [],
    securityOpt: raw.security_opt ?? [],
    shmBytes: bytesOf(raw.shm_size),
    memoryBytes: bytesOf(raw.mem_limit),
    volumes: (raw.volumes ?? [])
      .filter((volume) => /^[a-z]/.test(volume))
      .map((volume) => volume.split(':')[1]!),
    files: (raw.volumes ?? [])
      .filter((volume) => volume.startsWith('./'))
      .map((volume) => volume.split(':'))
      .map(([source, target]) => ({ source: join(folder, source!), target: target! })),
  };
}

const networksIn = (networks: Raw['networks']): ComposeService['networks'] =>
  Array.isArray(networks)
    ? Object.fromEntries(networks.map((name) => [name, []]))
    : Object.fromEntries(Object.entries(networks).map(([name, own]) => [name, own?.aliases ?? []]));

/** Returns the bytes of a size such as `256mb` or `1g`. */
function bytesOf(size: string | undefined): number | undefined {
  const [, count, unit] = /^(\d+)([mg])b?$/.exec(size ?? '') ?? [];
  return count === undefined ? undefined : Number(count) * (unit === 'g' ? 2 ** 30 : 2 ** 20);
}

/**
 * Expands `${NAME}`, `${NAME:-default}`, `${NAME:?reason}` and `${NAME?reason}` as compose does, and `$$` to a dollar sign.
 * @throws when a required value is missing
 */
function fillIn(text: string, settings: Settings): string {
  return text.replace(
    /\$\$|\$\{(\w+)(?:(:-|:?\?)([^}]*))?\}/g,
    (all, name: string, kind: string, rest: string) => {
      if (all === '$$') return '$';
      const value = settings[name];
      if (value !== undefined && value !== '') return value;
      if (kind === ':?' || (kind === '?' && value === undefined)) throw new Error(`${name}: ${rest}`);
      return kind === ':-' ? rest : '';
    },
  );
}
