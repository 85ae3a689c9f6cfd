import { gunzipSync } from 'node:zlib';
import { type Body, Cluster, until } from '@parley/test-kit';
import pg from 'pg';
import { expect, it } from 'vitest';

// An export ends once, whichever replicas die while they make or store it.

const messages = 100;

async function attemptsOf(cluster: Cluster, id: number): Promise<number> {
  const client = new pg.Client({ connectionString: cluster.databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ attempts: number }>(
      'select attempts from user_admin.exports where export_id = $1',
      [id],
    );
    return rows[0]!.attempts;
  } finally {
    await client.end();
  }
}

it('ends once, with a whole archive and one message, while the replicas that make and store it are killed', async () => {
  await using cluster = await Cluster.start({ replicas: { 'user-admin': 2, upload: 2 } });
  const { owner } = cluster.organization;
  await owner.subscribe(['plans']);
  for (let n = 0; n < messages; n++) await owner.send('plans', `message number ${n}.`);
  const directBefore = (await owner.messages([['is', 'dm']])).length;
  const queue = await owner.register({ event_types: ['realm_export'] });

  // Frozen uploads hold up the attempt, so it is under way when its replica is killed.
  for (const replica of [1, 2]) await cluster.kill('upload', replica, 'SIGSTOP');
  const { id } = await owner.api.post('/export/realm');
  await until('a replica makes the export', async () => (await attemptsOf(cluster, id)) > 0);
  for (const replica of [1, 2]) await cluster.kill('user-admin', replica);
  await until('another attempt begins', async () => (await attemptsOf(cluster, id)) > 1);
  await cluster.kill('upload', 1);
  await cluster.kill('upload', 2, 'SIGCONT');

  const listed = async (): Promise<Body | undefined> => {
    const { body } = await owner.api.raw('GET', '/export/realm');
    return body.exports?.find((each: Body) => each.id === id);
  };
  const ended = await until('the export has ended', async () => {
    const found = await listed();
    return found?.pending === false && found;
  });
  expect(ended).toMatchObject({ failed_timestamp: null, export_url: expect.any(String) });
  const response = await fetch(cluster.url + new URL(ended.export_url).pathname);
  const archive = gunzipSync(Buffer.from(await response.arrayBuffer())).toString();
  for (let n = 0; n < messages; n++) expect(archive).toContain(`message number ${n}.`);
  expect(archive).toContain('export.json');

  await until(
    'the requester has a message',
    async () => (await owner.messages([['is', 'dm']])).length > directBefore,
  );
  await cluster.caughtUp();
  expect(await owner.messages([['is', 'dm']])).toHaveLength(directBefore + 1);
  await queue.pollNow();
  const ends = queue
    .ofType('realm_export')
    .filter(({ exports }) => exports.some((each: Body) => each.id === id && !each.pending));
  expect(ends).toHaveLength(1);
});
