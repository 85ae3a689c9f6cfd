import { SharedLog } from '@parley/event-log';
import { until } from '@parley/test-servers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { numbered, numberOf, type Place, put, type Servers, startServers } from './harness.ts';

let servers: Servers;
beforeEach(async () => {
  servers = await startServers({ max_slot_wal_keep_size: '128MB' });
});
afterEach(() => servers?.[Symbol.asyncDispose]());

/** Makes commits wait for a standby that does not exist, after they were flushed. With `hold: false`, ends that. */
async function holdCommits(place: Place, hold: boolean): Promise<void> {
  await place.client(async (client) => {
    await client.query(`alter system set synchronous_standby_names = '${hold ? 'absent' : ''}'`);
    await client.query('select pg_reload_conf()');
    const isDone = async () => {
      const { rows } = await client.query('show synchronous_standby_names');
      return rows[0].synchronous_standby_names === (hold ? 'absent' : '');
    };
    await until('the setting', isDone);
  });
}

const isHeld = (place: Place, count: number) =>
  place.client(async (client) => {
    const { rows } = await client.query(
      "select count(*)::int as n from pg_stat_activity where wait_event = 'SyncRep'",
    );
    return rows[0].n === count;
  });

async function metric(port: number, name: string): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return Number(new RegExp(`^${name} (.+)$`, 'm').exec(text)?.[1]);
}

describe('visible before published', () => {
  it('delays an event, and everything after it, while its commit waits for a standby', async () => {
    const place = await servers.place('held_commit');
    const relay = await place.relay();
    const { seen, follower } = place.follow();
    await place.client((client) => put(client, 1));
    await until('the first event', () => seen.length === 1 && follower.freshness.isFresh());
    await holdCommits(place, true);
    const pending = place.client((client) => put(client, 2));
    await until('a pending commit', () => isHeld(place, 1));
    await until(
      'the relay to hold it',
      async () => (await metric(relay.opsPort, 'parley_relay_held_events')) === 1,
    );
    // The second row is not visible yet, so its event is not published. The follower still counts as up to date, because it has
    // everything that is visible.
    const { lsn } = await place.client(async (client) => {
      const { rows } = await client.query('select n from things order by n');
      expect(rows).toEqual([{ n: 1 }]);
      return { lsn: follower.freshness.lsn() };
    });
    await until('a later announcement', () => follower.freshness.lsn() > lsn && follower.freshness.isFresh());
    expect(seen.map(numberOf)).toEqual([1]);

    // A later commit is visible immediately, because it does not wait for the standby. Its event must be published after the
    // pending one, so the follower is no longer up to date.
    await place.client(async (client) => {
      await client.query('set synchronous_commit = local');
      await put(client, 3);
    });
    await until('freshness to be lost', () => !follower.freshness.isFresh());
    expect(seen.map(numberOf)).toEqual([1]);

    await holdCommits(place, false);
    await pending;
    await until('the pending events', () => seen.length === 3);
    expect(seen.map(numberOf)).toEqual([1, 2, 3]);
    await until('freshness', () => follower.freshness.isFresh());
  });

  it.each([
    { who: 'others commit', isOwn: false },
    { who: 'the process of the relay commits', isOwn: true },
  ])('every reader of an event can read its row, under load, when $who', async ({ isOwn }) => {
    const place = await servers.place('read_after_event');
    await using sharedLog = new SharedLog('test');
    const { ownCommits } = sharedLog;
    await using stopping = new AsyncDisposableStack();
    const relay = await place.relay({}, sharedLog);
    stopping.defer(() => relay.stop());
    let missing = 0;
    let checked = 0;
    const following = place.follow();
    const total = 600;
    await Promise.all([
      ...[0, 1, 2, 3].map((writer) =>
        place.client(async (client) => {
          for (let n = writer; n < total; n += 4) {
            // Of some writes, the relay's process does not know.
            if (!isOwn || n % 16 === 0) await put(client, n);
            else await ownCommits.during(async () => ownCommits.add(await put(client, n)));
          }
        }),
      ),
      place.client(async (client) => {
        while (checked < total) {
          await until('an event', () => following.seen.length > checked);
          const numbers = following.seen.slice(checked).map(numberOf);
          const { rowCount } = await client.query('select n from things where n = any($1)', [numbers]);
          missing += numbers.length - (rowCount ?? 0);
          checked += numbers.length;
        }
      }),
    ]);
    expect(missing).toBe(0);
  });
});

describe('freshness', () => {
  it('continues while a transaction with writes stays open', async () => {
    const place = await servers.place('open_transaction');
    await place.relay();
    const { follower } = place.follow();
    await until('freshness', () => follower.freshness.isFresh());
    await place.client(async (client) => {
      await client.query('begin');
      await put(client, 1);
      const { lsn } = { lsn: follower.freshness.lsn() };
      await until(
        'an announcement past the open write',
        () => follower.freshness.lsn() > lsn && follower.freshness.isFresh(),
      );
      await client.query('rollback');
    });
  });

  it('is lost when the relay or NATS is frozen', async () => {
    const place = await servers.place('frozen');
    const relay = await place.relayProcess();
    const { follower } = place.follow();
    await until('freshness', () => follower.freshness.isFresh());
    relay.child.kill('SIGSTOP');
    await until('freshness to be lost', () => !follower.freshness.isFresh());
    relay.child.kill('SIGCONT');
    await until('freshness', () => follower.freshness.isFresh());
    servers.nats.kill('SIGSTOP');
    await until('freshness to be lost', () => !follower.freshness.isFresh());
    servers.nats.kill('SIGCONT');
    await until('freshness', () => follower.freshness.isFresh());
  });
});

describe('the slot', () => {
  it('retains no WAL while no event is published, because keepalive positions are confirmed', async () => {
    const place = await servers.place('idle_slot');
    await place.relay();
    await place.client(async (client) => {
      await client.query('create table filler (text text)');
      await client.query('insert into filler select md5(i::text) from generate_series(1, 20000) i');
      const { rows } = await client.query('select pg_current_wal_flush_lsn() as lsn');
      const isConfirmed = async () => {
        const answer = await client.query(
          'select confirmed_flush_lsn >= $1::pg_lsn as done from pg_replication_slots where database = current_database()',
          [rows[0].lsn],
        );
        return answer.rows[0].done as boolean;
      };
      await until('the slot to follow', isConfirmed);
    });
  });

  it('stops writes when it runs out of space, and allows them when it has space again', async () => {
    const place = await servers.place('wal_room');
    await place.relay({ walReserveBytes: 32 * 2 ** 20 });
    const { follower, seen } = place.follow();
    await until('freshness', () => follower.freshness.isFresh());
    expect(follower.freshness.writesAllowed()).toBe(true);
    await holdCommits(place, true);
    const pending = place.client((client) => put(client, 1));
    await until('a pending commit', () => isHeld(place, 1));
    await place.client(async (client) => {
      await client.query('set synchronous_commit = local');
      await client.query('create table filler (text text)');
      for (let headroom = Number.POSITIVE_INFINITY; headroom >= 32 * 2 ** 20; ) {
        await client.query(
          'insert into filler select repeat(md5(i::text), 30) from generate_series(1, 5000) i',
        );
        const { rows } = await client.query('select safe_wal_size from pg_replication_slots');
        headroom = Number(rows[0].safe_wal_size);
      }
    });
    await until('writes to be refused', () => !follower.freshness.writesAllowed());
    await holdCommits(place, false);
    await pending;
    await until('the pending event', () => seen.length === 1);
    // The slot has enough space again when its `restart_lsn` advances. For that, the server must log its running transactions. A
    // checkpoint logs them at once.
    await place.client((client) => client.query('checkpoint'));
    await until('writes to be allowed', () => follower.freshness.writesAllowed());
  });
});

describe('a frame that cannot be read', () => {
  it('is counted and skipped, and the log continues', async () => {
    const place = await servers.place('poison');
    const relay = await place.relay();
    const { seen } = place.follow();
    await place.client(async (client) => {
      await put(client, 1);
      await client.query("select pg_logical_emit_message(true, 'parley', 'no frame'::bytea)");
      await client.query("select pg_logical_emit_message(true, 'other', 'not ours'::bytea)");
      await client.query("select pg_logical_emit_message(false, 'parley', 'not transactional'::bytea)");
      await client.query('begin');
      await client.query('select log.emit($1)', [numbered(2)]);
      await client.query("select pg_logical_emit_message(true, 'parley', '\\x02'::bytea)");
      await client.query('select log.emit($1)', [numbered(3)]);
      await client.query('commit');
    });
    await until('the readable events', () => seen.length === 3);
    expect(seen.map(numberOf)).toEqual([1, 2, 3]);
    expect(await metric(relay.opsPort, 'parley_relay_unreadable_frames_total')).toBe(2);
  });
});
