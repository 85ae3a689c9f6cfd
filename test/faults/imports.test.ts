import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Body, Cluster, type Person, randomOf, until, writeBulkArchive } from '@parley/test-kit';
import pg from 'pg';
import { expect, it } from 'vitest';

// Verifies that an import becomes the same, with the same report, however often the processes that it needs are killed. The long variant is
// a command: PARLEY_IMPORT_MESSAGES=200000 PARLEY_IMPORT_KILLS=50 npm run test:faults -- test/faults/imports.test.ts

const messages = Number(process.env.PARLEY_IMPORT_MESSAGES ?? 3_000);
const kills = Number(process.env.PARLEY_IMPORT_KILLS ?? 5);
const seed = Number(process.env.PARLEY_PROPERTY_SEED ?? 20_261_129);
/** Processes that are killed, besides those of every service that an import calls: the stores. */
const victims = [
  'importing',
  'messaging',
  'upload',
  'channel',
  'user-admin',
  'event-queue',
  'relay',
  'nats',
  'postgresql',
];
const endMs = Number(process.env.PARLEY_IMPORT_MINUTES ?? 15) * 60_000;

async function importOf(owner: Person, id: number): Promise<Body | undefined> {
  const { body } = await owner.api.raw('GET', `/imports/${id}`).catch(() => ({ body: {} as Body }));
  return body.import as Body | undefined;
}

const isUnderWay = (found: Body | undefined): boolean =>
  found === undefined || ['waiting', 'running'].includes(found.state as string);

async function ended(owner: Person, id: number): Promise<Body> {
  return until(
    'the import has ended',
    async () => {
      const found = await importOf(owner, id);
      return isUnderWay(found) ? undefined : found;
    },
    endMs,
  );
}

async function start(owner: Person, path: string, dryRun: boolean): Promise<number> {
  return (await owner.api.post('/imports', { path, dry_run: dryRun })).import_id as number;
}

/** Counts what is stored of an import. */
async function stored(cluster: Cluster, id: number): Promise<Record<string, number>> {
  const client = new pg.Client({ connectionString: cluster.databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, string>>(
      `select (select count(*) from messaging.messages where import_id = $1) as messages,
              (select count(distinct substring(content from '\\((\\d+)\\)')) from messaging.messages where import_id = $1) as numbers,
              (select count(*) from messaging.reactions r join messaging.messages m on m.id = r.message_id
                where m.import_id = $1) as reactions,
              (select count(*) from upload.attachments where import_id = $1) as files,
              (select count(*) from upload.attachment_messages l join upload.attachments a using (attachment_id)
                where a.import_id = $1) as links,
              (select count(*) from messaging.search_imported) as waiting,
              (select count(*) from messaging.search_documents d join messaging.messages m on m.id = d.message_id
                where m.import_id = $1) as documents,
              (select count(*) from user_admin.imported_people where import_id = $1) as people,
              (select count(*) from channel.imported_channels where import_id = $1) as channels`,
      [id],
    );
    return Object.fromEntries(Object.entries(rows[0]!).map(([name, value]) => [name, Number(value)]));
  } finally {
    await client.end();
  }
}

it(
  `an import of ${messages} messages is whole, without anything twice, while ${kills} processes are killed`,
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'parley-bulk-'));
    try {
      const random = randomOf(seed);
      const path = join(folder, 'archive');
      const contents = writeBulkArchive(path, random, { messages });
      await using cluster = await Cluster.start({ env: { PARLEY_IMPORTING_DIR: folder } });
      const { owner } = cluster.organization;
      const planned = await ended(owner, await start(owner, path, true));
      expect(planned).toMatchObject({ state: 'done', error: '' });

      const id = await start(owner, path, false);
      let killed = 0;
      for (; killed < kills; killed++) {
        // A kill may come at any moment, so no condition is awaited here.
        await sleep(200 + random(1_500));
        if (!isUnderWay(await importOf(owner, id))) break;
        // Every process has its turn, in a random order.
        const at = killed % victims.length;
        const other = at + random(victims.length - at);
        [victims[at], victims[other]] = [victims[other]!, victims[at]!];
        await cluster.kill(victims[at]!);
      }
      let done = await ended(owner, id);
      // A store that was away for too long stops an import. Then it is started again, as its message says.
      for (let attempt = 0; done.state === 'stopped' && attempt < kills; attempt++) {
        expect(await start(owner, path, false)).toBe(id);
        done = await ended(owner, id);
      }
      expect(done).toMatchObject({ state: 'done', error: '' });
      // A short import may end before.
      expect(killed).toBeGreaterThanOrEqual(messages >= 100_000 ? kills : 1);
      const reportOf = ({ report: { counts, findings } }: Body) => ({ counts, findings });
      expect(reportOf(done)).toEqual(reportOf(planned));
      expect(done.report.counts.messages).toEqual({
        read: messages,
        imported: messages,
        merged: 0,
        left_out: 0,
      });
      // The search index takes messages of an import in when it has ended.
      const indexed = await until(
        'the search index has everything',
        async () => {
          const now = await stored(cluster, id);
          return now.waiting === 0 ? now : undefined;
        },
        endMs,
      );
      expect(indexed).toEqual({
        waiting: 0,
        messages,
        numbers: messages,
        reactions: contents.reactions,
        files: contents.files,
        links: contents.files,
        documents: messages,
        people: contents.people,
        channels: contents.channels,
      });
      expect(await start(owner, path, false)).toBe(id);
      expect(reportOf(await ended(owner, id))).toEqual(reportOf(planned));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
  4 * endMs,
);
