import { Cluster } from '@parley/test-kit';
import { expect, it } from 'vitest';
import { Traffic } from './traffic.ts';

// Verifies that no acknowledged change is lost or repeated when a process fails (README.md#what-parley-promises). While clients
// send messages, the test kills one replica each of four services, then NATS, then PostgreSQL, and waits until each runs again.

it('loses nothing and repeats nothing while each process is killed in turn', async () => {
  await using cluster = await Cluster.start({
    replicas: { 'event-queue': 2, gateway: 2, messaging: 2, relay: 2 },
  });
  const traffic = await Traffic.prepare(cluster, { senders: 4, queues: 8, messages: 4_000 });
  await traffic.run(async () => {
    const services = ['event-queue', 'messaging', 'relay', 'gateway'] as const;
    for (const [index, service] of services.entries()) {
      await traffic.progress((index + 1) * 0.12);
      await cluster.kill(service);
    }
    await traffic.progress(0.6);
    await traffic.outage(() => cluster.kill('nats'));
    await traffic.progress(0.75);
    await traffic.outage(() => cluster.kill('postgresql'));
  });
  await traffic.verify();
  expect(traffic.outcomes).toHaveLength(4_000);
  await traffic.stop();
});
