import { gunzipSync } from 'node:zlib';
import { type Body, Cluster, type Person, until } from '@parley/test-kit';
import pg from 'pg';
import { expect, it } from 'vitest';

// Verifies that an export completes exactly once, even if replicas that create or store it are killed.

const messages = 100;

type Kind = 'exports' | 'person_exports';

async function attemptsOf(cluster: Cluster, table: Kind, id: number): Promise<number> {
  const client = new pg.Client({ connectionString: cluster.databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ attempts: number }>(
      `select attempts from user_admin.${table} where export_id = $1`,
      [id],
    );
    return rows[0]!.attempts;
  } finally {
    await client.end();
  }
}

/**
 * Requests an export, and kills the replicas that create and store it during an attempt. The `upload` processes are frozen
 * first, which delays the attempt.
 */
async function interrupted(
  cluster: Cluster,
  table: Kind,
  request: () => Promise<{ id: number }>,
): Promise<number> {
  for (const replica of [1, 2]) await cluster.kill('upload', replica, 'SIGSTOP');
  const { id } = await request();
  await until('a replica makes the export', async () => (await attemptsOf(cluster, table, id)) > 0);
  for (const replica of [1, 2]) await cluster.kill('user-admin', replica);
  await until('another attempt begins', async () => (await attemptsOf(cluster, table, id)) > 1);
  await cluster.kill('upload', 1);
  await cluster.kill('upload', 2, 'SIGCONT');
  return id;
}

/** Waits until the list at `path` contains an export that has ended, and returns its entry. */
const ended = (person: Person, path: string, id: number): Promise<Body> =>
  until('the export has ended', async () => {
    const { body } = await person.api.raw('GET', path);
    const found = body.exports?.find((each: Body) => each.id === id);
    return found?.pending === false && found;
  }) as Promise<Body>;

async function archiveOf(cluster: Cluster, { export_url: address }: Body): Promise<string> {
  const response = await fetch(cluster.url + new URL(address).pathname);
  expect(response.status).toBe(200);
  return gunzipSync(Buffer.from(await response.arrayBuffer())).toString();
}

/** Sends the messages that the export must contain. Returns how many direct messages the person has. */
async function sendMessages(owner: Person): Promise<number> {
  await owner.subscribe(['plans']);
  for (let n = 0; n < messages; n++) await owner.send('plans', `message number ${n}.`);
  return (await owner.messages([['is', 'dm']])).length;
}

function expectWhole(archive: string): void {
  for (let n = 0; n < messages; n++) expect(archive).toContain(`message number ${n}.`);
  // The report is the last file of an archive, so the archive is complete.
  expect(archive).toContain('export.json');
}

/** Verifies that the requester got exactly one direct message in addition to the `directBefore` earlier ones. */
async function expectOneMessage(cluster: Cluster, directBefore: number): Promise<void> {
  const { owner } = cluster.organization;
  await until(
    'the requester has a message',
    async () => (await owner.messages([['is', 'dm']])).length > directBefore,
  );
  await cluster.caughtUp();
  expect(await owner.messages([['is', 'dm']])).toHaveLength(directBefore + 1);
}

it('an export completes once, with a whole archive and one message, while the replicas that make and store it are killed', async () => {
  await using cluster = await Cluster.start({ replicas: { 'user-admin': 2, upload: 2 } });
  const { owner } = cluster.organization;
  const directBefore = await sendMessages(owner);
  const queue = await owner.register({ event_types: ['realm_export'] });

  const id = await interrupted(cluster, 'exports', () => owner.api.post('/export/realm') as never);
  const report = await ended(owner, '/export/realm', id);
  expect(report).toMatchObject({ failed_timestamp: null, export_url: expect.any(String) });
  const archive = await archiveOf(cluster, report);
  expectWhole(archive);

  await expectOneMessage(cluster, directBefore);
  await queue.pollNow();
  const ends = queue
    .ofType('realm_export')
    .filter(({ exports }) => exports.some((each: Body) => each.id === id && !each.pending));
  expect(ends).toHaveLength(1);
});

it('an export of one person’s data completes once and whole while the replicas that make and store it are killed', async () => {
  await using cluster = await Cluster.start({ replicas: { 'user-admin': 2, upload: 2 } });
  const { owner } = cluster.organization;
  const directBefore = await sendMessages(owner);
  const list = '/users/me/exports';

  const id = await interrupted(cluster, 'person_exports', () => owner.api.post('/users/me/export') as never);
  const report = await ended(owner, list, id);
  expect(report).toMatchObject({ failed_at: null, counts: { messages_sent: messages } });
  const archive = await archiveOf(cluster, report);
  expectWhole(archive);

  await expectOneMessage(cluster, directBefore);
  const { exports } = await owner.api.get(list);
  expect(exports.map((each: Body) => [each.id, each.pending])).toEqual([[id, false]]);
});
