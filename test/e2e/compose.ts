import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

/** The repository's root. */
export const root = join(import.meta.dirname, '../..');

/** The parts of a compose service that the tests use to start its container. */
export type ComposeService = {
  image: string;
  command: string[];
  environment: Record<string, string>;
  isReadOnly: boolean;
  tmpfs: string[];
  capDrop: string[];
  securityOpt: string[];
  shmBytes: number | undefined;
  /** Files of this machine, and their paths in the container. */
  files: { source: string; target: string }[];
};

/** Settings that an operator would put into .env. */
export type Settings = Readonly<Record<string, string>>;

type Raw = {
  image: string;
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

function readService(raw: Raw): ComposeService {
  return {
    image: raw.image,
    command: raw.command ?? [],
    environment: raw.environment ?? {},
    isReadOnly: raw.read_only ?? false,
    tmpfs: raw.tmpfs ?? [],
    capDrop: raw.cap_drop ?? [],
    securityOpt: raw.security_opt ?? [],
    shmBytes: raw.shm_size === undefined ? undefined : Number.parseInt(raw.shm_size, 10) * 2 ** 20,
    files: (raw.volumes ?? [])
      .filter((volume) => volume.startsWith('./'))
      .map((volume) => volume.split(':'))
      .map(([source, target]) => ({ source: join(folder, source!), target: target! })),
  };
}

/**
 * Expands `${NAME}`, `${NAME:-default}` and `${NAME:?reason}` as compose does.
 * @throws when a required value is missing
 */
function fillIn(text: string, settings: Settings): string {
  return text.replace(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, name: string, kind: string, rest: string) => {
    const value = settings[name];
    if (value !== undefined && value !== '') return value;
    if (kind === '?') throw new Error(`${name}: ${rest}`);
    return kind === '-' ? rest : '';
  });
}
