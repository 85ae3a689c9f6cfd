import type { PostgresServer } from '@parley/embedded';
import { createStandby, Link, promote, slotsCopied, startServers, synchronize } from '@parley/test-servers';
import { expect, it } from 'vitest';
import { Stage } from './windows.ts';

// Uses PostgreSQL with a synchronous standby, which has a copy of the relay's replication slot. The services connect through an
// address that moves to the promoted standby.

const ends: [string, (primary: PostgresServer) => Promise<unknown>][] = [
  [
    'failover: the primary is killed',
    (primary) => {
      primary.kill('SIGKILL');
      return primary.exited;
    },
  ],
  ['switchover: the primary is shut down', (primary) => primary.stop()],
];

it.each(ends)('no client notices a failover that loses nothing (%s)', async (_, end) => {
  await using servers = await startServers({ durable: true });
  const primary = servers.postgres;
  await using replication = await Link.to(primary.port);
  const standby = await createStandby({
    ...servers,
    port: replication.port,
    settings: { max_connections: 600 },
  });
  await using database = await Link.to(primary.port);
  const url = new URL(primary.databaseUrl('parley'));
  url.port = String(database.port);
  await using stage = await Stage.on(servers, {
    messages: 1_200,
    cluster: {
      replicas: { 'event-queue': 2, gateway: 2, messaging: 2, channel: 2, relay: 2 },
      env: { PARLEY_DATABASE_URL: url.href },
    },
  });
  await synchronize(primary, standby);
  await slotsCopied(primary, standby);
  const epochs = () => stage.cluster.metric('relay', 'parley_relay_epochs_total');
  const before = await epochs();

  const times = { end: 0, promoted: 0, sending: 0 };
  await stage.holds(async () => {
    await stage.traffic.progress(0.3);
    times.end = performance.now();
    await stage.traffic.outage(async () => {
      await end(primary);
      await promote(standby);
      times.promoted = performance.now();
      database.lead(standby.port);
    });
    times.sending = performance.now();
  });
  // `holds` has verified that every message exists once and arrived once in each queue. In addition, no queue had to be
  // registered again.
  expect(stage.traffic.readers.filter((reader) => reader.error !== undefined)).toEqual([]);
  expect(await epochs()).toBe(before);
  const failed = stage.traffic.outcomes.filter((outcome) => 'error' in outcome);
  console.info(
    `${stage.traffic.outcomes.length} sends, ${failed.length} failed, promoted after ` +
      `${Math.round(times.promoted - times.end)} ms, sends again ${Math.round(times.sending - times.promoted)} ms later`,
  );
  await stage.cluster.stop();
  await standby.stop();
});
