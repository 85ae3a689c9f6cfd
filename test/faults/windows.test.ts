import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiError, until } from '@parley/test-kit';
import { createStandby, Link, promote, standbyCaughtUp, startServers } from '@parley/test-servers';
import { describe, expect, it } from 'vitest';
import {
  copyStore,
  heldCommits,
  holdCommits,
  rollBackStore,
  Stage,
  startTransactionsAt,
  withDatabase,
} from './windows.ts';

// Widens race conditions that normally last microseconds, while people send messages and register.

describe('nothing is lost, repeated or inexact', () => {
  it('while commits are flushed and not yet visible', async () => {
    await using stage = await Stage.open();
    let held = 0;
    await stage.holds(async () => {
      for (const share of [0.1, 0.3, 0.5, 0.7]) {
        await stage.traffic.progress(share);
        await holdCommits(stage.servers, async () => {
          held += await until('commits are held', () => heldCommits(stage.servers));
          // The wait is longer than the time for which services may use cached data (1 s).
          await new Promise((resolve) => setTimeout(resolve, 1_500));
        });
      }
    });
    expect(held).toBeGreaterThan(0);
  });

  it('while the relay is frozen', async () => {
    await using stage = await Stage.open();
    await stage.holds(async () => {
      for (const share of [0.1, 0.4, 0.7]) {
        await stage.traffic.progress(share);
        await stage.cluster.kill('relay', 1, 'SIGSTOP');
        await stage.traffic.progress(share + 0.15);
        await stage.cluster.kill('relay', 1, 'SIGCONT');
      }
    });
  });

  it('when a frozen relay resumes after its standby took over', async () => {
    await using stage = await Stage.open({
      cluster: { replicas: { 'event-queue': 2, gateway: 2, messaging: 2, channel: 2, relay: 2 } },
    });
    await stage.holds(async () => {
      await stage.traffic.progress(0.2);
      const active = (await activeRelay(stage))!;
      await stage.cluster.kill('relay', active, 'SIGSTOP');
      await until(
        'the standby took over',
        async () => {
          const now = await activeRelay(stage);
          return now !== undefined && now !== active;
        },
        60_000,
      );
      await stage.traffic.progress(0.7);
      await stage.cluster.kill('relay', active, 'SIGCONT');
    });
  });

  it('when transaction IDs pass 2^32', async () => {
    const boundary = 2 ** 32;
    await using stage = await Stage.open({
      servers: { postgresSettings: { autovacuum: false } },
      prepare: (servers) => startTransactionsAt(servers, boundary - 2_000),
    });
    await useTransactionsUntil(stage, boundary - 200);
    const first = await nextTransaction(stage);
    await stage.holds(() => stage.traffic.progress(1));
    expect(first).toBeLessThan(boundary);
    expect(await nextTransaction(stage)).toBeGreaterThan(boundary);
  });
});

describe('a gap is announced', () => {
  it('when NATS restarts with an older store under a running relay', async () => {
    await using stage = await Stage.open();
    const copy = mkdtempSync(join(tmpdir(), 'parley-store-'));
    await copyStore(stage.servers, join(copy, 'store'));
    await stage.traffic.run(async () => {
      await stage.traffic.progress(0.5);
      await stage.traffic.outage(() => rollBackStore(stage.servers, join(copy, 'store')));
    });
    await expectNewQueues(stage);
  });
});

describe('a promotion of a standby that lacks the newest transactions', () => {
  it('makes every client re-register, and keeps the data of the standby', async () => {
    await using servers = await startServers({ durable: true });
    await using replication = await Link.to(servers.postgres.port);
    const standby = await createStandby({
      ...servers,
      port: replication.port,
      settings: { max_connections: 600 },
    });
    await using database = await Link.to(servers.postgres.port);
    const url = new URL(servers.postgres.databaseUrl('parley'));
    url.port = String(database.port);
    await using stage = await Stage.on(servers, { cluster: { env: { PARLEY_DATABASE_URL: url.href } } });

    await stage.traffic.run(async () => undefined);
    await standbyCaughtUp(servers.postgres, standby);
    replication.lead(undefined);
    const kept = stage.traffic.outcomes.length;
    await stage.traffic.run(async () => undefined);
    await stage.cluster.caughtUp();
    // These messages were acknowledged by the old primary only. An asynchronous standby may lose them, even though they were
    // delivered.
    expect(stage.traffic.outcomes.splice(kept).every((outcome) => 'id' in outcome)).toBe(true);

    await stage.traffic.outage(async () => {
      servers.postgres.kill('SIGKILL');
      await servers.postgres.exited;
      await promote(standby);
      database.lead(standby.port);
    });
    await expectNewQueues(stage);
    await standby.stop();
  });
});

/** Verifies that earlier queues have expired, acknowledged messages exist, and new queues work. */
async function expectNewQueues(stage: Stage): Promise<void> {
  for (const reader of stage.traffic.readers) {
    await until('the queue is bad', () => reader.error);
    expect(reader.error).toBeInstanceOf(ApiError);
    expect(reader.error).toMatchObject({ code: 'BAD_EVENT_QUEUE_ID', body: { queue_id: reader.queueId } });
  }
  await stage.traffic.listenAgain();
  await stage.traffic.run(async () => undefined);
  await stage.traffic.verify();
}

/** Returns the number of the relay replica that currently publishes. */
function activeRelay(stage: Stage): Promise<number | undefined> {
  return stage.cluster.replicaWhere('relay', 'parley_relay_active', (value) => value === 1);
}

async function useTransactionsUntil(stage: Stage, id: number): Promise<void> {
  const count = id - (await nextTransaction(stage));
  await withDatabase(stage.servers.postgres.url, (client) =>
    client.query(
      `do $$ begin for i in 1..${count} loop perform pg_current_xact_id(); commit; end loop; end $$`,
    ),
  );
}

function nextTransaction(stage: Stage): Promise<number> {
  return withDatabase(stage.servers.postgres.url, async (client) => {
    const { rows } = await client.query('select pg_current_xact_id()::text as id');
    return Number(rows[0].id);
  });
}
