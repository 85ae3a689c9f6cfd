import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Cluster, Person, until } from '@parley/test-kit';
import { type Servers, startServers } from '@parley/test-servers';
import { expect, it } from 'vitest';
import { withDatabase } from './windows.ts';

// Tests point-in-time recovery as docs/operations/backup-restore.md describes it, without a backup tool: with a base backup,
// the archived write-ahead log, and a copy of the files.

const project = join(import.meta.dirname, '../..');
/**
 * Value of `archive_timeout` in seconds. The newest changes are only on the database's disk for at most this time. The
 * documentation recommends a minute.
 */
const archiveSeconds = 10;
/** Maximum time in seconds for a busy machine to copy a segment. */
const copySeconds = 20;

type Sent = { content: string; id: number; at: number };

/** Folder that contains the backups. It stands for storage outside of the database's disk. */
class Archive implements Disposable {
  readonly folder = mkdtempSync(join(tmpdir(), 'parley-archive-'));
  readonly segments = join(this.folder, 'segments');
  readonly base = join(this.folder, 'base');
  /** Copy of the files that `upload` stores. */
  readonly files = join(this.folder, 'files');

  constructor() {
    // PostgreSQL runs as another user, who needs access.
    chmodSync(this.folder, 0o755);
    mkdirSync(this.segments);
    chmodSync(this.segments, 0o777);
  }

  /** The settings that the documentation recommends, with commands that copy to this folder. */
  get settings(): Record<string, string> {
    const text = readFileSync(join(project, 'docs/operations/backup-restore.md'), 'utf8');
    for (const setting of ['archive_mode', 'archive_command', 'archive_timeout'])
      expect(text).toContain(setting);
    return {
      archive_mode: 'on',
      archive_command: `test ! -f ${this.segments}/%f && cp %p ${this.segments}/%f.part && mv ${this.segments}/%f.part ${this.segments}/%f`,
      archive_timeout: `${archiveSeconds}s`,
    };
  }

  /** Makes a base backup: copies the data directory of a running server, as pg_basebackup does. */
  async backUp({ postgres, postgresDir }: Servers): Promise<void> {
    await withDatabase(postgres.url, async (client) => {
      await client.query("select pg_backup_start('base', true)");
      // `cp` fails when files disappear while they are copied. Replaying the log restores their changes.
      try {
        execFileSync('cp', ['-a', postgresDir, this.base], { stdio: 'ignore' });
      } catch {}
      const { rows } = await client.query('select labelfile from pg_backup_stop()');
      rmSync(join(this.base, 'postmaster.pid'), { force: true });
      for (const slot of readdirSync(join(this.base, 'pg_replslot')))
        rmSync(join(this.base, 'pg_replslot', slot), { recursive: true });
      for (const segment of globSync('pg_wal/0*', { cwd: this.base })) rmSync(join(this.base, segment));
      this.#write('backup_label', rows[0].labelfile);
    });
  }

  /** Replaces the data directory by the backup, and replays the log to its end or to the given time. */
  async restore({ postgres, postgresDir }: Servers, moment?: string): Promise<void> {
    rmSync(postgresDir, { recursive: true, force: true });
    const target = moment === undefined ? '' : `recovery_target_time = '${moment}'\n`;
    appendFileSync(
      join(this.base, 'postgresql.auto.conf'),
      `restore_command = 'cp ${this.segments}/%f %p'\nrecovery_target_action = 'promote'\n${target}`,
    );
    this.#write('recovery.signal', '');
    execFileSync('cp', ['-a', this.base, postgresDir]);
    await postgres.start();
    const isPrimary = () =>
      withDatabase(postgres.url, async (client) => {
        const { rows } = await client.query('select pg_is_in_recovery() as recovers');
        return !rows[0].recovers;
      }).catch(() => false);
    await until('the log is replayed', isPrimary, 240_000);
  }

  #write(name: string, content: string): void {
    const file = join(this.base, name);
    const { uid, gid } = statSync(this.base);
    writeFileSync(file, content);
    chownSync(file, uid, gid);
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** A deployment of Parley with an uploaded file and a person who sends messages until stopped. */
class Site {
  cluster: Cluster;
  readonly #start: () => Promise<Cluster>;
  readonly sent: Sent[] = [];
  /** URL path of the uploaded file. */
  readonly path: string;
  readonly folder: string;
  /** Folder in which `upload` stores files. */
  readonly files: string;
  person: Person;
  #sending: Promise<void> | undefined;
  #isStopped = false;

  private constructor(
    cluster: Cluster,
    start: () => Promise<Cluster>,
    person: Person,
    path: string,
    folder: string,
  ) {
    this.folder = folder;
    this.files = join(folder, 'parley/uploads');
    this.cluster = cluster;
    this.#start = start;
    this.person = person;
    this.path = path;
  }

  static async on(servers: Servers): Promise<Site> {
    const folder = mkdtempSync(join(tmpdir(), 'parley-site-'));
    await withDatabase(servers.postgres.url, (client) => client.query('create database parley'));
    const start = () =>
      Cluster.start({
        dataDir: join(folder, 'parley'),
        env: {
          PARLEY_DATABASE_URL: servers.postgres.databaseUrl('parley'),
          PARLEY_NATS_URL: servers.nats.url,
        },
      });
    const cluster = await start();
    const { alice } = await cluster.organization.add('alice');
    await alice.subscribe(['plans']);
    const body = new FormData();
    body.set('file', new Blob(['what there is']), 'plan.txt');
    const headers = { authorization: authorization(alice) };
    const response = await fetch(`${cluster.url}/api/v1/user_uploads`, { method: 'POST', headers, body });
    const { url } = (await response.json()) as { url: string };
    await alice.send('plans', `[the plan](${url})`);
    return new Site(cluster, start, alice, url, folder);
  }

  beginSending(): void {
    this.#sending = (async () => {
      for (let n = 0; !this.#isStopped; n++) {
        const content = `message ${n}`;
        try {
          this.sent.push({ content, id: await this.person.send('plans', content), at: Date.now() });
        } catch {
          // The database is unavailable, so the message is not acknowledged.
        }
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    })();
  }

  async sentMore(count: number): Promise<void> {
    const from = this.sent.length;
    await until(`${count} more messages`, async () => this.sent.length >= from + count, 120_000);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#sending;
    await this.cluster.stop();
  }

  async end(): Promise<void> {
    await this.cluster.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Restarts all services on the restored database. */
  async startAgain(): Promise<void> {
    this.cluster = await this.#start();
    this.person = new Person(this.person, this.cluster.client(this.person));
  }

  /** Returns the texts of the messages that exist, by ID. */
  async restored(): Promise<Map<number, string>> {
    const all = new Map<number, string>();
    for (let anchor: number | string = 'oldest'; ; ) {
      const page = await this.person.messages([{ operator: 'channel', operand: 'plans' }], {
        anchor,
        include_anchor: all.size === 0,
        num_before: 0,
        num_after: 1_000,
      });
      for (const { id, content } of page) all.set(id as number, content as string);
      if (page.length < 1_000) return all;
      anchor = page.at(-1)!.id as number;
    }
  }

  async download(): Promise<string> {
    const headers = { authorization: authorization(this.person) };
    return (await fetch(`${this.cluster.url}${this.path}`, { headers })).text();
  }
}

const authorization = ({ email, apiKey }: Person) =>
  `Basic ${Buffer.from(`${email}:${apiKey}`).toString('base64')}`;

const seconds = (ms: number) => (ms / 1_000).toFixed(1);

/** Resolves when all changes so far are archived. */
async function archived({ postgres }: Servers): Promise<void> {
  await withDatabase(postgres.url, async (client) => {
    const { rows } = await client.query('select pg_walfile_name(pg_switch_wal()) as name');
    const isArchived = async () => {
      const { rows: state } = await client.query('select last_archived_wal as last from pg_stat_archiver');
      return state[0].last >= rows[0].name;
    };
    await until('the log is archived', isArchived, 120_000);
  });
}

const sizeOf = async ({ postgres }: Servers) => {
  const { rows } = await withDatabase(postgres.url, (client) =>
    client.query("select pg_size_pretty(pg_database_size('parley')) as size"),
  );
  return rows[0].size as string;
};

it('restores the state before a mistake, with everything that was acknowledged until then', async () => {
  using archive = new Archive();
  await using servers = await startServers({ durable: true, postgresSettings: archive.settings });
  const site = await Site.on(servers);
  const queue = await site.person.register({ event_types: ['message'] });
  site.beginSending();
  await site.sentMore(50);
  await archive.backUp(servers);
  await site.sentMore(150);

  const victim = site.sent.at(-1)!;
  const { rows } = await withDatabase(servers.postgres.url, (client) =>
    client.query('select now()::text as now'),
  );
  const moment = rows[0].now as string;
  const momentMs = Date.parse(moment);
  await site.sentMore(5);
  await site.cluster.organization.owner.api.delete(`/messages/${victim.id}`);
  await site.sentMore(50);
  await archived(servers);

  const beganMs = Date.now();
  await site.stop();
  await servers.postgres.stop();
  await archive.restore(servers, moment);
  const replayedMs = Date.now();
  await site.startAgain();
  const id = await site.person.send('plans', 'after the restore');
  const servedMs = Date.now();
  console.info(
    `Point in time: PostgreSQL after ${seconds(replayedMs - beganMs)} s, sends after ${seconds(servedMs - beganMs)} s ` +
      `(${await sizeOf(servers)}, ${readdirSync(archive.segments).length} segments of the log)`,
  );

  const restored = await site.restored();
  // Only messages acknowledged before that time must exist. Later answers may be of messages that were committed after it.
  const due = site.sent.filter(({ at }) => at < momentMs);
  expect(due.filter(({ id, content }) => restored.get(id) !== content)).toEqual([]);
  expect(restored.get(victim.id)).toBe(victim.content);
  const last = site.sent.at(-1)!;
  expect([...restored.values()]).not.toContain(last.content);
  expect(restored.get(id)).toBe('after the restore');
  expect(await site.download()).toBe('what there is');
  const poll = { queue_id: queue.queueId, last_event_id: queue.lastEventId, dont_block: true };
  await expect(site.person.api.get('/events', poll)).rejects.toMatchObject({ code: 'BAD_EVENT_QUEUE_ID' });
  const fresh = (await site.person.register({ event_types: ['message'] })).start();
  const next = await site.person.send('plans', 'heard');
  await fresh.waitFor(() => fresh.messageIds().includes(next));
  await fresh.stop();
  await site.end();
});

it('loses at most the data that was not archived when the database and its disk are lost', async () => {
  using archive = new Archive();
  await using servers = await startServers({ durable: true, postgresSettings: archive.settings });
  const site = await Site.on(servers);
  await archive.backUp(servers);
  site.beginSending();
  const { rows } = await withDatabase(servers.postgres.url, (client) =>
    client.query('select archived_count::int as count from pg_stat_archiver'),
  );
  const isArchived = async () => {
    const { rows: now } = await withDatabase(servers.postgres.url, (client) =>
      client.query('select archived_count::int as count from pg_stat_archiver'),
    );
    return now[0].count > rows[0].count + 1;
  };
  await until('further segments are archived', isArchived, 120_000);
  await site.sentMore(50);
  cpSync(site.files, archive.files, { recursive: true });

  servers.postgres.kill('SIGKILL');
  await servers.postgres.exited;
  const lostMs = Date.now();
  rmSync(servers.postgresDir, { recursive: true, force: true });
  await site.stop();
  rmSync(site.files, { recursive: true });
  await archive.restore(servers);
  cpSync(archive.files, site.files, { recursive: true });
  const replayedMs = Date.now();
  await site.startAgain();
  const id = await site.person.send('plans', 'after the restore');
  const servedMs = Date.now();

  const restored = await site.restored();
  const isLost = site.sent.map(({ id, content }) => restored.get(id) !== content);
  const firstLost = isLost.indexOf(true);
  const lossMs = firstLost === -1 ? 0 : lostMs - site.sent[firstLost]!.at;
  console.info(
    `Disk lost: PostgreSQL after ${seconds(replayedMs - lostMs)} s, sends after ${seconds(servedMs - lostMs)} s, the ` +
      `last ${seconds(lossMs)} s of acknowledged messages lost (${isLost.filter(Boolean).length} of ${isLost.length}; ` +
      `archive_timeout ${archiveSeconds} s, ${await sizeOf(servers)})`,
  );
  // The restored messages are a prefix of the acknowledged ones: only messages at the end are missing.
  expect(isLost.slice(firstLost === -1 ? isLost.length : firstLost).every(Boolean)).toBe(true);
  expect(isLost[0]).toBe(false);
  expect(lossMs).toBeLessThan((archiveSeconds + copySeconds) * 1_000);
  expect(restored.get(id)).toBe('after the restore');
  expect(await site.download()).toBe('what there is');
  await site.end();
});
