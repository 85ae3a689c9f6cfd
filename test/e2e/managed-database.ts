import { join } from 'node:path';
import { until } from '@parley/test-kit';
import type { ComposeService } from './compose.ts';
import { containerName, createFrom, type Run, serviceOf } from './containers.ts';
import { docker, run as execute } from './docker.ts';
import { settings } from './settings.ts';
import { runImage } from './stand-ins.ts';

const image = `${settings.PARLEY_IMAGES}/managed-database:${settings.PARLEY_TAG}`;
const folder = join(import.meta.dirname, 'managed-database');
const members = ['postgresql-a', 'postgresql-b'] as const;
const waitMs = 120_000;

export type Member = (typeof members)[number];

/** A member as Patroni describes it. */
type Described = { name: Member; role: string; state: string };

/** Builds the image of PostgreSQL with its manager from a base image, which must exist. The engine may have no BuildKit. */
export async function buildManagedDatabase(): Promise<void> {
  const options = ['build', '--quiet', '--label', 'org.parley.e2e=1', '--build-arg', `RUN_IMAGE=${runImage}`];
  await execute('docker', [...options, '--tag', image, folder], {
    env: { ...process.env, DOCKER_BUILDKIT: '0' },
    timeout: 600_000,
  });
}

/**
 * A primary and its synchronous standby, with a manager (Patroni) that promotes the standby when the primary fails, and a proxy
 * that leads to the primary.
 */
export class ManagedDatabase {
  readonly #run: Run;

  private constructor(run: Run) {
    this.#run = run;
  }

  /** Starts the containers. The proxy has the name that the compose file gives to PostgreSQL. */
  static async create(run: Run): Promise<ManagedDatabase> {
    const url = 'http://etcd:2379';
    const etcd = ['etcd', '--data-dir=/tmp/etcd', '--listen-client-urls=http://0.0.0.0:2379'];
    await createFrom(run, 'etcd', service({ command: [...etcd, `--advertise-client-urls=${url}`] }));
    for (const name of members) await createFrom(run, name, service({ environment: environmentOf(name) }));
    const proxy = serviceOf('edge', 'current');
    const files = [{ source: join(folder, 'haproxy.cfg'), target: '/usr/local/etc/haproxy/haproxy.cfg' }];
    await createFrom(run, 'postgresql', { ...proxy, files, networks: { database: [] } });
    const database = new ManagedDatabase(run);
    await database.isRedundant();
    return database;
  }

  /** Resolves when one member is the primary, and the other one its synchronous standby. */
  async isRedundant(): Promise<void> {
    await until(
      'PostgreSQL has a primary and a synchronous standby',
      async () => {
        const described = await this.#describe();
        return (
          described.some(({ role, state }) => role === 'leader' && state === 'running') &&
          described.some(({ role, state }) => role === 'sync_standby' && state === 'streaming')
        );
      },
      waitMs,
    );
  }

  /** Resolves when the standby has usable copies of the slots that survive a failover. */
  async slotsCopied(): Promise<void> {
    const primary = await this.primary();
    const standby = members.find((name) => name !== primary)!;
    await until(
      'the standby has copied the slots',
      async () => {
        await this.#query(primary, 'select pg_log_standby_snapshot()');
        const names = `select string_agg(slot_name, ',' order by slot_name) from pg_replication_slots where`;
        const wanted = await this.#query(primary, `${names} failover`);
        const copies = `${names} synced and not temporary and invalidation_reason is null`;
        return wanted !== '' && (await this.#query(standby, copies)) === wanted;
      },
      waitMs,
    );
  }

  async primary(): Promise<Member> {
    const leader = (await this.#describe()).find(({ role }) => role === 'leader');
    if (!leader) throw new Error('PostgreSQL has no primary.');
    return leader.name;
  }

  /** Kills all processes of a member. */
  async kill(name: Member): Promise<void> {
    await docker('kill', containerName(this.#run, name, 1));
  }

  async start(name: Member): Promise<void> {
    await docker('start', containerName(this.#run, name, 1));
  }

  /** Returns how the manager describes the members; an empty array while no member answers. */
  async #describe(): Promise<Described[]> {
    for (const name of members) {
      const request = `import urllib.request as r; print(r.urlopen("http://127.0.0.1:8008/cluster").read().decode())`;
      const answer = await docker('exec', containerName(this.#run, name, 1), 'python3', '-c', request).catch(
        () => undefined,
      );
      if (answer) return (JSON.parse(answer.stdout) as { members: Described[] }).members;
    }
    return [];
  }

  async #query(name: Member, text: string): Promise<string> {
    const psql = ['psql', '--host=/tmp', '--username=parley_admin', '--dbname=postgres', '--tuples-only'];
    const container = containerName(this.#run, name, 1);
    const { stdout } = await docker('exec', container, ...psql, '--no-align', '--command', text);
    return stdout.trim();
  }
}

const service = (parts: Partial<ComposeService>): ComposeService => ({
  image,
  target: undefined,
  entrypoint: [],
  command: [],
  environment: {},
  networks: { database: [] },
  user: undefined,
  isReadOnly: false,
  tmpfs: [],
  capDrop: [],
  securityOpt: [],
  shmBytes: undefined,
  memoryBytes: undefined,
  volumes: [],
  files: [],
  ...parts,
});

const environmentOf = (name: Member): Record<string, string> => ({
  PATRONI_NAME: name,
  PATRONI_ETCD3_HOST: 'etcd:2379',
  PATRONI_RESTAPI_CONNECT_ADDRESS: `${name}:8008`,
  PATRONI_POSTGRESQL_CONNECT_ADDRESS: `${name}:5432`,
  PATRONI_SUPERUSER_USERNAME: 'parley_admin',
  PATRONI_SUPERUSER_PASSWORD: settings.PARLEY_DATABASE_ADMIN_PASSWORD,
  PATRONI_REPLICATION_USERNAME: 'replicator',
  PATRONI_REPLICATION_PASSWORD: settings.PARLEY_DATABASE_ADMIN_PASSWORD,
});
