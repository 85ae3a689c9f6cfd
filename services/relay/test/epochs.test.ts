import { execFileSync } from 'node:child_process';
import { chownSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { jetstreamManager } from '@nats-io/jetstream';
import { readEpoch } from '@parley/event-log';
import { until } from '@parley/test-servers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Following, numberOf, type Place, put, type Servers, startServers } from './harness.ts';

let servers: Servers;
beforeEach(async () => {
  servers = await startServers({ max_slot_wal_keep_size: '64MB' });
});
afterEach(() => servers?.[Symbol.asyncDispose]());

/** Copies a folder with owners and modes (`-a`). With other modes, PostgreSQL would refuse to start. */
const copy = (from: string, to: string) => execFileSync('cp', ['-a', from, to]);

const write = (place: Place, from: number, to: number) =>
  place.client(async (client) => {
    for (let n = from; n < to; n++) await put(client, n);
  });

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at);

const newEpoch = (following: Following, count = 2) =>
  until('a new epoch', () => following.epochs.length >= count && following.follower.caughtUp());

const currentStream = async (place: Place) =>
  (await readEpoch(await jetstreamManager(place.nats), place.name))!.stream;

/** Expects that events of the new epoch arrive in order, and each one once. */
async function expectWorking(place: Place, following: Following, from: number): Promise<void> {
  await write(place, from, from + 20);
  await until('the events of the new epoch', () =>
    following
      .latest()
      .map(numberOf)
      .includes(from + 19),
  );
  const numbers = following
    .latest()
    .map(numberOf)
    .filter((n) => n >= from);
  expect(numbers).toEqual(range(from, from + 20));
  await until('freshness', () => following.follower.freshness.isFresh());
}

async function started(name: string): Promise<{ place: Place; following: Following }> {
  const place = await servers.place(name);
  await place.relay();
  const following = place.follow();
  await write(place, 0, 50);
  await until('the first events', () => following.seen.length === 50);
  return { place, following };
}

describe('a new epoch begins', () => {
  it('when the stream is deleted under a running relay', async () => {
    const { place, following } = await started('stream_deleted');
    await (await jetstreamManager(place.nats)).streams.delete(await currentStream(place));
    await newEpoch(following);
    await expectWorking(place, following, 100);
    expect(place.reasons).toEqual(['first-start', 'stream-missing']);
  });

  it("when NATS's store is rolled back under a running relay", async () => {
    const { place, following } = await started('store_rolled_back');
    await servers.nats.stop();
    copy(servers.nats.storeDir, join(servers.dir, 'store'));
    await servers.nats.start();
    await write(place, 50, 60);
    await until('more events', () => following.seen.length === 60);
    await servers.nats.stop();
    rmSync(servers.nats.storeDir, { recursive: true });
    copy(join(servers.dir, 'store'), servers.nats.storeDir);
    await servers.nats.start();
    await newEpoch(following);
    await expectWorking(place, following, 100);
    // Either the relay or the follower detects the rollback first.
    expect(place.reasons).toEqual(['first-start', expect.stringMatching(/^(stream-behind|follower-ahead)$/)]);
  });

  it("when NATS's store is emptied", async () => {
    const { place, following } = await started('store_emptied');
    await servers.nats.stop();
    rmSync(servers.nats.storeDir, { recursive: true });
    await servers.nats.start();
    await newEpoch(following);
    await expectWorking(place, following, 100);
    expect(place.reasons).toEqual(['first-start', 'meta-missing']);
  });

  it('when a follower has read entries that the stream lost, although no relay remembers them', async () => {
    const place = await servers.place('follower_ahead');
    const relay = await place.relay();
    const following = place.follow();
    await write(place, 0, 50);
    await until('the first events', () => following.seen.length === 50);
    await relay.stop();
    await servers.nats.stop();
    copy(servers.nats.storeDir, join(servers.dir, 'store'));
    await servers.nats.start();
    const second = await place.relay();
    // This checkpoint row does not include the following entries. It is restored below, as if the relay had crashed before
    // saving a newer one.
    const before = await place.client((client) => client.query('select * from relay.checkpoints'));
    await write(place, 50, 55);
    await until('more events', () => following.seen.length === 55);
    await second.stop();
    const { stream_sequence: sequence, commit_lsn: lsn } = before.rows[0]!;
    await place.client((client) =>
      client.query('update relay.checkpoints set stream_sequence = $1, commit_lsn = $2', [sequence, lsn]),
    );
    await servers.nats.stop();
    rmSync(servers.nats.storeDir, { recursive: true });
    copy(join(servers.dir, 'store'), servers.nats.storeDir);
    await servers.nats.start();
    await place.relay();
    await newEpoch(following);
    await expectWorking(place, following, 100);
    expect(place.reasons).toEqual(['first-start', 'follower-ahead']);
  });

  it('when the slot is dropped', async () => {
    const place = await servers.place('slot_dropped');
    const relay = await place.relay();
    const following = place.follow();
    await write(place, 0, 50);
    await until('the first events', () => following.seen.length === 50);
    await relay.stop();
    await place.client(async (client) => {
      // PostgreSQL notices only a moment later that the relay has gone, and refuses to drop a slot while it is active.
      await until('the slot is free', async () => {
        const { rowCount } = await client.query('select from pg_replication_slots where active');
        return rowCount === 0;
      });
      await client.query('select pg_drop_replication_slot(slot_name) from pg_replication_slots');
    });
    await place.relay();
    await newEpoch(following);
    await expectWorking(place, following, 100);
    expect(place.reasons).toEqual(['first-start', 'slot-missing']);
    const { rows } = await place.client((client) =>
      client.query('select slot_name from pg_replication_slots'),
    );
    expect(rows).toHaveLength(1);
    expect(rows[0].slot_name).toMatch(/_2$/);
  });

  it('when the slot was lost because it retained too much WAL', async () => {
    const place = await servers.place('slot_lost');
    const relay = await place.relay();
    const following = place.follow();
    await write(place, 0, 50);
    await until('the first events', () => following.seen.length === 50);
    await relay.stop();
    await place.client(async (client) => {
      await client.query('create table filler (text text)');
      for (let round = 0; round < 6; round++) {
        await client.query(
          `insert into filler select repeat(md5(i::text), 40) from generate_series(1, 15000) i`,
        );
      }
      await client.query('checkpoint');
      const { rows } = await client.query('select wal_status from pg_replication_slots');
      expect(rows[0].wal_status).toBe('lost');
    });
    await place.relay();
    await newEpoch(following);
    await expectWorking(place, following, 100);
    expect(place.reasons).toEqual(['first-start', 'slot-lost']);
  });

  it('when the database is restored to an older copy of itself', async () => {
    const { place, following } = await started('database_restored');
    const data = join(servers.dir, 'postgres');
    await servers.postgres.stop();
    copy(data, join(servers.dir, 'copy'));
    await servers.postgres.start();
    await write(place, 50, 250);
    await until('more events', () => following.seen.length === 250);
    await servers.postgres.stop();
    rmSync(data, { recursive: true });
    copy(join(servers.dir, 'copy'), data);
    await servers.postgres.start();
    await newEpoch(following);
    await expectWorking(place, following, 300);
    expect(['stream-ahead', 'database-behind', 'foreign-entries']).toContain(place.reasons[1]);
  });

  it('but not when the database is promoted to another timeline and lost nothing', async () => {
    const { place, following } = await started('database_promoted');
    const data = join(servers.dir, 'postgres');
    await servers.postgres.stop();
    const { uid, gid } = statSync(data);
    writeFileSync(join(data, 'recovery.signal'), '');
    writeFileSync(join(data, 'postgresql.auto.conf'), "restore_command = 'false'\n");
    for (const file of ['recovery.signal', 'postgresql.auto.conf']) chownSync(join(data, file), uid, gid);
    await servers.postgres.start();
    // The server accepts connections before it is promoted.
    await until('the database to accept writes', () =>
      place.client(async (client) => {
        const { rows } = await client.query('select pg_is_in_recovery() as "isStandby"');
        return !rows[0].isStandby;
      }),
    );
    await write(place, 50, 100);
    await until('what was written on the new timeline', () => following.seen.length >= 100);
    expect(following.seen.map(numberOf)).toEqual(range(0, 100));
    expect(place.reasons).toEqual(['first-start']);
  });

  it('but not when relay, PostgreSQL and NATS are restarted', async () => {
    const place = await servers.place('no_new_epoch');
    const relay = await place.relay();
    const following = place.follow();
    await write(place, 0, 50);
    await until('the first events', () => following.seen.length === 50);
    await relay.stop();
    await write(place, 50, 100);
    await servers.postgres.restart();
    await servers.nats.restart();
    await place.relay();
    await until('what was written meanwhile', () => following.seen.length >= 100);
    expect(following.seen.map(numberOf)).toEqual(range(0, 100));
    expect(following.epochs).toHaveLength(1);
  });
});
